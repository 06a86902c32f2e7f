package jfab.training.engine.torch.group;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalInt;
import jfab.training.engine.EngineException;

/**
 * A socket that listens on one address of this machine, as the file descriptor that c10d's store takes over: by itself it would listen on
 * all of them. Java does not give away the descriptors of its own sockets.
 */
final class ListeningSocket {
    // What Linux has for these names on every machine that libtorch is built for.
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int SOCK_STREAM_CLOEXEC = 1 | 0x80000;
    private static final int SOL_SOCKET = 1;
    private static final int SO_REUSEADDR = 2;
    private static final int BACKLOG = 4096;

    private ListeningSocket() {}

    /** One that listens on {@code host}; none where that is not an address of this machine, as behind a port that is forwarded. */
    static OptionalInt on(String host, int port) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isAnyLocalAddress()
                            || address.isLinkLocalAddress()
                            || NetworkInterface.getByInetAddress(address) == null
                    ? OptionalInt.empty()
                    : OptionalInt.of(open(address, port));
        } catch (IOException e) {
            return OptionalInt.empty();
        }
    }

    private static int open(InetAddress address, int port) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = name(arena, address, port);
            MemorySegment yes = arena.allocateFrom(JAVA_INT, 1);
            int socket = LibcCall.call(
                    arena, "socket", address.getAddress().length == 4 ? AF_INET : AF_INET6, SOCK_STREAM_CLOEXEC, 0);
            try {
                LibcCall.call(
                        arena, "setsockopt", socket, SOL_SOCKET, SO_REUSEADDR, yes, Math.toIntExact(yes.byteSize()));
                LibcCall.call(arena, "bind", socket, name, Math.toIntExact(name.byteSize()));
                LibcCall.call(arena, "listen", socket, BACKLOG);
            } catch (EngineException e) {
                LibcCall.call(arena, "close", socket);
                throw e;
            }
            return socket;
        }
    }

    /** A {@code sockaddr_in} or {@code sockaddr_in6}. */
    private static MemorySegment name(Arena arena, InetAddress address, int port) {
        byte[] bytes = address.getAddress();
        boolean four = bytes.length == 4;
        MemorySegment name = arena.allocate(four ? 16 : 28, 4);
        ByteBuffer fields = name.asByteBuffer();
        fields.order(ByteOrder.nativeOrder()).putShort((short) (four ? AF_INET : AF_INET6));
        fields.order(ByteOrder.BIG_ENDIAN).putShort((short) port);
        fields.put(four ? 4 : 8, bytes);
        return name;
    }
}
