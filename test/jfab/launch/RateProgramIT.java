package jfab.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import jfab.connection.Connection;
import jfab.connection.ConnectionException;
import jfab.connection.RequiresOpenSsh;
import org.junit.jupiter.api.Test;

/** What measures the network on a host does not stay there. */
@RequiresOpenSsh
class RateProgramIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void theProgramEndsWhenItsConnectionBreaks() throws IOException, InterruptedException {
        try (LightCluster cluster = new LightCluster(1)) {
            RateProgram program = new RateProgram();
            Connection connection =
                    cluster.group().connector().open(cluster.hosts().getFirst());
            Thread run = Thread.ofVirtual().start(() -> {
                try {
                    program.run(connection, List.of("", "127.0.0.1", "0", "300"), Duration.ofMinutes(5));
                } catch (ConnectionException e) {
                    // It is broken on purpose.
                }
            });
            long deadline = System.nanoTime() + LIMIT.toNanos();
            int port = Integer.parseInt(
                    program.answer(deadline, "port").orElseThrow().getLast());
            assertTrue(listens(port));
            cluster.group().connector().close();
            while (listens(port)) {
                assertTrue(System.nanoTime() < deadline, "it goes on");
                Thread.sleep(50);
            }
            assertTrue(run.join(LIMIT));
        }
    }

    private static boolean listens(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException e) {
            return false;
        }
    }
}
