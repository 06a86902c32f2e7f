package jfab.training.ps;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import jfab.role.Endpoint;

/**
 * Loopback endpoints that nobody listens on. They lie below the ports that the system gives to whoever asks for any, in a hundred of this process's
 * own, and come one after the other: a port that was chosen, and is listened on a moment later, is given to no second job and no other process.
 */
final class Ports {
    private static final int FIRST = 10_000 + (int) (ProcessHandle.current().pid() % 200) * 100;
    private static final AtomicInteger TAKEN = new AtomicInteger();

    private Ports() {}

    static List<Endpoint> free(int count) {
        return IntStream.generate(() -> FIRST + TAKEN.getAndIncrement() % 100)
                .limit(10_000)
                .filter(Ports::isFree)
                .limit(count)
                .mapToObj(port -> new Endpoint("127.0.0.1", port))
                .toList();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
