package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Random;
import jfab.control.connection.Connection;
import jfab.control.connection.ForwardException;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ports that lead from this machine to a host's side and back, with real bytes on them. */
@Needs(Tool.SSHD)
@Timeout(120)
class ForwardIT {
    private static SshdFixture sshd;

    private JschConnector connector;
    private Connection connection;
    private ServerSocket echo;

    @BeforeAll
    static void start() throws Exception {
        sshd = SshdFixture.start();
    }

    @AfterAll
    static void stop() throws Exception {
        sshd.close();
    }

    @BeforeEach
    void open() throws Exception {
        connector = new JschConnector(sshd.settings(new Printed()));
        connection = connector.open(sshd.host());
        echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            while (!echo.isClosed()) {
                try {
                    Socket caller = echo.accept();
                    Thread.ofVirtual().start(() -> answer(caller));
                } catch (IOException e) {
                    // The test is over.
                }
            }
        });
    }

    /** Sends back what comes, and ends when it ends. */
    private static void answer(Socket caller) {
        try (caller) {
            caller.getInputStream().transferTo(caller.getOutputStream());
        } catch (IOException e) {
            // Its caller went away.
        }
    }

    @AfterEach
    void close() throws Exception {
        echo.close();
        connector.close();
    }

    private static byte[] said(int port, byte[] bytes) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Thread writer = Thread.ofVirtual().start(() -> {
                try {
                    socket.getOutputStream().write(bytes);
                    socket.shutdownOutput();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            byte[] back = socket.getInputStream().readAllBytes();
            writer.join();
            return back;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void localPortCarriesBytesBothWays() {
        byte[] bytes = random(20 * 1024 * 1024 + 3);
        connection.forwardLocal(0, echo.getLocalPort(), port -> {
            assertArrayEquals(bytes, said(port, bytes));
            assertArrayEquals(new byte[] {1}, said(port, new byte[] {1}));
            assertEquals("in\n", connection.run("echo in").out());
            return port;
        });
    }

    @Test
    void remotePortCarriesBytesBothWays() {
        byte[] bytes = random(20 * 1024 * 1024 + 3);
        connection.forwardRemote(0, echo.getLocalPort(), port -> {
            // The host is this machine: its port is one of ours.
            assertArrayEquals(bytes, said(port, bytes));
            assertEquals("in\n", connection.run("echo in").out());
            return port;
        });
    }

    @Test
    void hostsCommandsReachThisMachine() {
        String reached = connection.forwardRemote(
                0,
                echo.getLocalPort(),
                port -> connection
                        .run("bash -c 'exec 3<>/dev/tcp/127.0.0.1/" + port + "; echo hello >&3; head -n 1 <&3'")
                        .out());
        assertEquals("hello\n", reached);
    }

    @Test
    void portIsClosedBehindTheBodyEvenWhereThatFails() throws Exception {
        int[] ports = new int[2];
        assertThrows(
                IllegalStateException.class,
                () -> connection.forwardLocal(0, echo.getLocalPort(), port -> {
                    ports[0] = port;
                    throw new IllegalStateException("body");
                }));
        assertThrows(
                IllegalStateException.class,
                () -> connection.forwardRemote(0, echo.getLocalPort(), port -> {
                    ports[1] = port;
                    throw new IllegalStateException("body");
                }));
        assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), ports[0]));
        // The request to close it overtakes nothing: a command that follows it is answered later.
        connection.run("true");
        assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), ports[1]));
    }

    @Test
    void openConnectionsEndWithTheBody() throws Exception {
        Socket[] sockets = new Socket[2];
        connection.forwardLocal(0, echo.getLocalPort(), port -> sockets[0] = exchanged(port));
        connection.forwardRemote(0, echo.getLocalPort(), port -> sockets[1] = exchanged(port));
        for (Socket socket : sockets) {
            try (socket) {
                socket.setSoTimeout(60_000);
                assertTrue(ended(socket));
            }
        }
    }

    private static Socket exchanged(int port) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.getOutputStream().write(7);
            assertEquals(7, socket.getInputStream().read());
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean ended(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void portsListenOnTheLoopbackAddressOnly() throws Exception {
        try (ServerSocket elsewhere = new ServerSocket()) {
            connection.forwardLocal(0, echo.getLocalPort(), port -> {
                try {
                    // Free at every other address.
                    elsewhere.bind(new java.net.InetSocketAddress("127.0.0.2", port));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return port;
            });
        }
    }

    @Test
    void portThatIsTakenIsSaid() {
        int taken = echo.getLocalPort();
        ForwardException here =
                assertThrows(ForwardException.class, () -> connection.forwardLocal(taken, taken, port -> port));
        assertEquals(
                sshd.host() + ": cannot listen on 127.0.0.1 port " + taken + " of this machine: Address already in use",
                here.getMessage());
        ForwardException there =
                assertThrows(ForwardException.class, () -> connection.forwardRemote(taken, taken, port -> port));
        assertEquals(
                sshd.host() + ": the host does not listen on 127.0.0.1 port " + taken
                        + "; it may be taken, or not be allowed",
                there.getMessage());
        assertTrue(connection.run("true").ok());
    }

    @Test
    void otherHostsAreReachedThroughTheHost() {
        assertArrayEquals(
                "SSH-2.0-".getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                connection.forwardLocal(Map.of("remoteHost", "127.0.0.9"), 0, sshd.port(), port -> {
                    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                        return socket.getInputStream().readNBytes(8);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
    }

    @Test
    void unknownOptionIsNamed() {
        assertEquals(
                "a forwarded port takes localHost: and remoteHost:, not 'host:'",
                assertThrows(
                                jfab.control.connection.host.ConnectionException.class,
                                () -> connection.forwardLocal(Map.of("host", "x"), 0, 1, port -> port))
                        .getMessage());
    }
}
