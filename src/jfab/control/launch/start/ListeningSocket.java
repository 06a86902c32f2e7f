package jfab.control.launch.start;

import java.net.InetAddress;
import jfab.control.launch.Member;

/**
 * Where a process listens, as the kernel's table of sockets has it.
 *
 * @param address in hexadecimal, each four bytes of it as a little-endian number; empty for all of its host's addresses
 */
record ListeningSocket(int port, String address) {
    /** The socket of {@code member} on one of its ports: only of our engine is it known that it listens on its own address alone. */
    static ListeningSocket of(Member member, int port) {
        return new ListeningSocket(port, member.ours() ? hexadecimal(member.address()) : "");
    }

    private static String hexadecimal(String address) {
        byte[] bytes;
        try {
            bytes = InetAddress.ofLiteral(address).getAddress();
        } catch (IllegalArgumentException e) {
            // A name, which may be of any address.
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes.length; i++) {
            text.append("%02X".formatted(bytes[i / 4 * 4 + 3 - i % 4]));
        }
        return text.toString();
    }

    /** {@code PORT} or {@code PORT@ADDRESS}. */
    @Override
    public String toString() {
        return port + (address.isEmpty() ? "" : "@" + address);
    }
}
