package jfab.control.launch.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jfab.control.connection.Connection;
import jfab.control.connection.host.ConnectionException;
import jfab.control.launch.LightCluster;
import jfab.control.launch.Notices;
import jfab.control.launch.start.Bandwidth.Peer;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** What measures the network on a host does not stay there. */
@Needs({Tool.SSHD, Tool.PYTHON})
class RateProgramIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

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
            Await.until("it ends", () -> !listens(port));
            assertTrue(run.join(LIMIT));
        }
    }

    @Test
    void aHostWhereNothingCanBeMeasuredIsNamedWithTheReason() throws IOException, InterruptedException {
        try (LightCluster cluster = new LightCluster(2);
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path bin = Files.createDirectories(cluster.server(1).folder().resolve("home/bin"));
            Files.writeString(bin.resolve("python3"), "#!/bin/sh\nexit 1\n");
            assertTrue(bin.resolve("python3").toFile().setExecutable(true));
            List<String> notices = new CopyOnWriteArrayList<>();
            List<Peer> peers = List.of(
                    new Peer(cluster.hosts().getFirst(), "", "127.0.0.1", taken.getLocalPort()),
                    new Peer(cluster.hosts().getLast(), "", "127.0.0.1", 0));
            new Bandwidth(peers, cluster.group().connector(), new Notices(notices)).report();
            String prefix = "how fast hosts send to each other was not measured from and to ";
            assertEquals(
                    List.of(
                            "measuring how fast the hosts send to each other",
                            prefix + cluster.hosts().getLast() + ": there is neither jfab's engine nor python3",
                            prefix + cluster.hosts().getFirst() + ": cannot listen on 127.0.0.1 port "
                                    + taken.getLocalPort() + ": Address already in use"),
                    notices);
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
