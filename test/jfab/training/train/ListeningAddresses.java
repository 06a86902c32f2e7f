package jfab.training.train;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The addresses on which a process listens, as the kernel lists them. */
final class ListeningAddresses {
    private static final String LISTENS = "0A";

    private ListeningAddresses() {}

    static Set<String> of(long pid) throws IOException {
        Path process = Path.of("/proc/" + pid);
        Set<String> sockets;
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            sockets = files.map(ListeningAddresses::target).collect(Collectors.toSet());
        }
        Set<String> addresses = new TreeSet<>();
        for (String table : Set.of("net/tcp", "net/tcp6")) {
            for (String line : Files.readAllLines(process.resolve(table))) {
                String[] words = line.strip().split("\\s+", -1);
                if (words[3].equals(LISTENS) && sockets.contains("socket:[" + words[9] + "]")) {
                    addresses.add(address(words[1].substring(0, words[1].indexOf(':'))));
                }
            }
        }
        return addresses;
    }

    /** Empty where it has been closed meanwhile. */
    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** The kernel writes words of four bytes as numbers of this machine. */
    private static String address(String hex) throws UnknownHostException {
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
        ByteBuffer turned = ByteBuffer.allocate(bytes.capacity());
        while (bytes.hasRemaining()) {
            turned.putInt(Integer.reverseBytes(bytes.getInt()));
        }
        return InetAddress.getByAddress(turned.array()).getHostAddress();
    }
}
