package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import jfab.control.connection.Connection;
import jfab.control.connection.Group;
import jfab.control.connection.Printed;
import jfab.control.connection.Promise;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real sshd whose sshd_config allows as little as its owner could think of. */
@Needs(Tool.SSHD)
@Timeout(60)
class SshdPolicyIT {
    private static SshdFixture sshd;

    private final Printed printed = new Printed();

    @TempDir
    private Path folder;

    private JschConnector connector;
    private Connection connection;

    @BeforeAll
    static void start() throws Exception {
        sshd = SshdFixture.start("MaxSessions 1", "PermitTTY no", "AllowTcpForwarding no", "PermitUserEnvironment no");
    }

    @AfterAll
    static void stop() throws Exception {
        sshd.close();
    }

    @BeforeEach
    void open() {
        connector = new JschConnector(sshd.settings(printed));
        connection = connector.open(sshd.host());
    }

    @AfterEach
    void close() {
        connector.close();
    }

    @Test
    void commandsAndFilesTakeTurnsWhereOneSessionIsAllowed() throws Exception {
        Path file = Files.writeString(folder.resolve("here"), "content");
        for (int i = 0; i < 3; i++) {
            String there = folder.resolve("there" + i).toString();
            connection.put(file, there);
            assertEquals("content", connection.run("cat " + there).out());
            connection.get(there, folder.resolve("back" + i));
        }
        Path tree = Files.createDirectories(folder.resolve("tree/below"));
        Files.writeString(tree.resolve("leaf"), "green");
        connection.put(Map.of("sync", true, "checksum", true), folder + "/tree/", folder + "/copy");
        assertEquals(
                "green", connection.run("cat " + folder + "/copy/below/leaf").out());
    }

    @Test
    void commandsAtOnceWaitForEachOther() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Result>> all = List.of(
                    threads.submit(() -> connection.run("sleep 0.5; echo 1")),
                    threads.submit(() -> connection.run("sleep 0.5; echo 2")),
                    threads.submit(() -> connection.run("sleep 0.5; echo 3")));
            for (int i = 0; i < all.size(); i++) {
                assertEquals(i + 1 + "\n", all.get(i).get().out());
            }
        }
    }

    /** Longer than a command that has ended is given for the rest of its output. */
    @Test
    void aCommandThatWaitsForItsTurnHasNotEnded() {
        Promise first = connection.start("sleep 3; echo 1");
        Promise second = connection.start("sleep 3; echo 2");
        assertEquals("1\n2\n", first.join().out() + second.join().out());
        assertFalse(printed.notices().stream().anyMatch(notice -> notice.contains(" has ended, but ")));
    }

    @Test
    void whatTakesTooLongIsEndedWhereOneSessionIsAllowed() throws Exception {
        endsInTime(line -> connection.run(Map.of("timeout", 1), line));
    }

    @Test
    @Needs(Tool.SUDO)
    void soIsWhatRunsBehindSudo() throws Exception {
        endsInTime(line -> connection.sudo(Map.of("timeout", 1), line));
    }

    private void endsInTime(Consumer<String> run) throws Exception {
        CommandException late =
                assertThrows(CommandException.class, () -> run.accept("echo $$ >" + folder + "/pid; exec sleep 600"));
        assertTrue(late.getMessage().endsWith("took longer than 1.0 s and was stopped"), late.getMessage());
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        assertFalse(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
        assertEquals("on\n", connection.run("echo on").out());
    }

    @Test
    void aLogInThatTheHostHasNoTimeForIsTold() throws Exception {
        try (SshdFixture one = SshdFixture.start("MaxStartups 1");
                Socket other = unfinished(one);
                JschConnector to = new JschConnector(one.settings(printed))) {
            ConnectionException thrown = assertThrows(ConnectionException.class, () -> to.open(one.host()));
            assertEquals(ConnectionException.Reason.UNREACHABLE, thrown.reason());
            assertTrue(
                    thrown.getMessage()
                            .matches(Pattern.quote(one.host().toString())
                                    + ": the connection was (closed|reset) before the log-in(: Exceeded MaxStartups)?;"
                                    + " does its sshd's MaxStartups allow that many log-ins at once\\?"
                                    + " With ConnectionAttempts, they are tried again"),
                    thrown.getMessage());
            assertTrue(other.isConnected());
        }
    }

    @Test
    void hostsBehindOneSshdTakeTurnsWithConnectionAttempts() throws Exception {
        try (SshdFixture one = SshdFixture.start("MaxStartups 1");
                JschConnector to = new JschConnector(one.settings(printed).withOption("ConnectionAttempts", "20"))) {
            List<Host> hosts = List.of(one.host(1), one.host(2), one.host(3));
            assertTrue(new Group(hosts, to).run(each -> each.run("true")).ok());
        }
    }

    /** A connection that has begun to log in, and goes no further. */
    private static Socket unfinished(SshdFixture sshd) throws IOException {
        while (true) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), sshd.port());
            socket.setSoTimeout(20_000);
            try {
                // What has looked whether the server is there may still be counted.
                if (socket.getInputStream().read() == 'S') {
                    return socket;
                }
            } catch (SocketException e) {
                // The same.
            }
            socket.close();
        }
    }

    /** It ends when JSch is about to greet it, or a moment before or after. */
    @Test
    void aServerOfFilesThatIsNotInstalledBreaksNoConnection() throws Exception {
        String missing =
                "case $SSH_ORIGINAL_COMMAND in internal-sftp) sleep 0.006; exit 127 ;; esac; eval \"$SSH_ORIGINAL_COMMAND\"";
        try (SshdFixture without = SshdFixture.start("ForceCommand " + missing);
                JschConnector own = new JschConnector(without.settings(printed))) {
            for (int i = 0; i < 60; i++) {
                try (Connection fresh = own.open(without.host())) {
                    fresh.put(Map.of("text", "text " + i), folder + "/file");
                    assertEquals("text " + i, Files.readString(folder.resolve("file")));
                    assertTrue(fresh.isConnected());
                }
            }
        }
    }

    @Test
    void aHostThatOpensNoSessionIsTold() throws Exception {
        try (SshdFixture none = SshdFixture.start("MaxSessions 0");
                JschConnector to = new JschConnector(none.settings(printed))) {
            Connection forwarding = to.open(none.host());
            ConnectionException thrown = assertThrows(ConnectionException.class, () -> forwarding.run("true"));
            assertEquals(
                    none.host()
                            + ": `true`: it could not be started: its sshd opens no further session on this connection;"
                            + " does its MaxSessions allow more?",
                    thrown.getMessage());
        }
    }

    @Test
    void aTerminalThatIsNotGivenIsTold() {
        CommandException thrown = assertThrows(
                CommandException.class, () -> connection.run(Map.of("pty", true), "touch " + folder + "/ran"));
        assertTrue(
                thrown.getMessage().endsWith("did not run: its sshd gives no terminal; does its PermitTTY allow one?"),
                thrown.getMessage());
        assertEquals(126, thrown.result().exited());
        assertTrue(Files.notExists(folder.resolve("ran")));
    }

    @Test
    void aConnectionThatIsNotCarriedIsTold() {
        assertEquals(-1, connection.<Integer>forwardLocal(0, 9, port -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.getInputStream().read();
            } catch (IOException e) {
                return -1;
            }
        }));
        assertTrue(
                printed.notices().getLast().endsWith("the host does not allow connections to 127.0.0.1 port 9"),
                printed.notices().toString());
    }
}
