package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.CommandOptions;
import jfab.control.connection.command.Result;
import jfab.control.connection.command.Secret;
import jfab.control.connection.command.Streams;
import jfab.control.connection.command.TerminalWindow;
import jfab.control.connection.command.UserTerminal;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on a real OpenSSH server. */
@Needs(Tool.SSHD)
class JschTransportIT {
    private static SshdFixture sshd;

    private final Printed printed = new Printed();
    private JschConnector connector;
    private Connection connection;

    @BeforeAll
    static void start() throws Exception {
        sshd = SshdFixture.start();
    }

    @AfterAll
    static void stop() throws Exception {
        sshd.close();
    }

    /** It was prepared in a thread whose end nobody noticed. */
    @Test
    @Timeout(30)
    void aCommandThatCannotBePreparedFails() {
        TerminalWindow broken = new TerminalWindow() {
            @Override
            public String type() {
                return "xterm";
            }

            @Override
            public UserTerminal.Size size() {
                throw new IllegalStateException("a terminal of no size");
            }

            @Override
            public Watch watch(Consumer<UserTerminal.Size> told) {
                return () -> {};
            }
        };
        Command command = Command.shell("true")
                .with(CommandOptions.PLAIN.onTerminal(true))
                .with(Streams.PLAIN.in(broken));
        ConnectionException thrown = assertThrows(ConnectionException.class, () -> connection.run(command));
        assertTrue(thrown.getMessage().endsWith("a terminal of no size"), thrown.getMessage());
    }

    @BeforeEach
    void connect() {
        connector = new JschConnector(sshd.settings(printed));
        connection = connector.open(sshd.host());
    }

    @AfterEach
    void disconnect() {
        connector.close();
    }

    @Test
    void showsAndCapturesBothStreams() {
        Result result = connection.run("echo one; echo two >&2; printf part");
        assertEquals("one\npart", result.out());
        assertEquals("two\n", result.err());
        assertEquals(0, result.exitStatus());
        assertTrue(printed.lines().containsAll(List.of("OUT one", "ERR two", "OUT part")), printed.lines()::toString);
        assertEquals(3, printed.lines().size());
    }

    @Test
    void hiddenCommandsShowNothing() {
        assertEquals("one\n", connection.run(Command.shell("echo one").hide()).out());
        assertEquals(List.of(), printed.lines());
    }

    @Test
    void characterCutAtAChunkBorderStaysWhole() {
        connection.run("printf 'a\\303'; sleep 0.2; printf '\\251b\\n'");
        assertEquals(List.of("OUT aéb"), printed.lines());
    }

    @Test
    void twentyMegabytesArriveComplete() {
        Command command =
                Command.shell("yes 'é0123456789abcdef' | head -c 20000008").hide();
        String out = connection.run(command).out();
        assertEquals(20_000_008, out.getBytes(StandardCharsets.UTF_8).length);
        assertEquals(-1, out.indexOf('\ufffd'));
        assertEquals("é0123456789abcdef\n", out.substring(out.length() - 18));
    }

    @Test
    void standardInputIsAtItsEnd() {
        assertEquals("0\n", connection.run("cat | wc -c").out());
    }

    @Test
    void exitCodeThatIsNotAcceptedIsAnException() {
        CommandException thrown = assertThrows(CommandException.class, () -> connection.run("exit 7"));
        assertEquals(7, thrown.result().exitStatus());
        assertEquals(sshd.host() + ": `exit 7` exited with 7", thrown.getMessage());
        assertEquals(7, connection.run(Command.shell("exit 7").warn()).exitStatus());
    }

    @Test
    void ofAHiddenCommandThatFailsTheLastLineIsTold() {
        Command silent = Command.shell("echo seen by nobody; exit 7").hide();
        String message = assertThrows(CommandException.class, () -> connection.run(silent))
                .getMessage();
        assertTrue(message.endsWith("exited with 7: seen by nobody"), message);
        Command loud = Command.shell("echo out; echo why >&2; exit 7").hide();
        message =
                assertThrows(CommandException.class, () -> connection.run(loud)).getMessage();
        assertTrue(message.endsWith("exited with 7: why"), message);
    }

    @Test
    void aSecretInACommandLineIsRemarkedOnOnce() {
        Secret token = Secret.of("in-a-command-line", "token");
        connection.run(List.of("true", token));
        connection.run(List.of("true", token));
        assertEquals(
                1,
                printed.notices().stream()
                        .filter(text -> text.contains("a secret stands in a command line"))
                        .count());
    }

    @Test
    void signalIsNamedAndCounted() {
        Result result = connection.run(Command.shell("kill -KILL $$").warn());
        assertEquals("KILL", result.signal());
        assertEquals(137, result.exitStatus());
    }

    @Test
    void syntaxErrorIsTheShellsToReport() {
        CommandException thrown = assertThrows(CommandException.class, () -> connection.run("if then"));
        // bash says "syntax error", dash "Syntax error".
        assertTrue(
                thrown.result().err().contains("yntax error"), thrown.result().err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "a b", "it's", "\"", "$HOME", "`id`", "*", "~", "\\", "a\nb", "!x", "é", "-n", "#c", "a;b",
                "(", "&", "'", "''", "\t"
            })
    void argumentsArriveAsTheyAre(String argument) {
        assertEquals(
                "[" + argument + "]",
                connection.run(List.of("printf", "[%s]", argument)).out());
    }

    @Test
    void timeLimitEndsTheWholeGroupOnTheHost() throws Exception {
        Command command = Command.shell("sleep 300 & echo $!; wait").within(Duration.ofSeconds(1));
        CommandException thrown = assertThrows(CommandException.class, () -> connection.run(command));
        assertTrue(thrown.getMessage().endsWith("took longer than 1.0 s and was stopped"), thrown.getMessage());
        assertGone(thrown.result().out().strip());
        assertEquals("still usable\n", connection.run("echo still usable").out());
    }

    @Test
    void timeLimitEndsTheWholeSessionButWhatHasLeftIt() throws Exception {
        Command command = Command.shell("set -m; sleep 314 & echo $!; (trap '' TERM; exec sleep 315) & echo $!;"
                        + " setsid sleep 316 & sleep 0.2; pgrep -n -f -x 'sleep 316'; sleep 300")
                .within(Duration.ofSeconds(2));
        CommandException thrown = assertThrows(CommandException.class, () -> connection.run(command));
        assertTrue(thrown.getMessage().endsWith("took longer than 2.0 s and was stopped"), thrown.getMessage());
        List<String> processes = thrown.result().lines();
        assertGone(processes.get(0));
        assertGone(processes.get(1));
        ProcessHandle daemon =
                ProcessHandle.of(Long.parseLong(processes.get(2))).orElseThrow();
        assertTrue(daemon.isAlive());
        daemon.destroyForcibly();
    }

    @Test
    @Needs(Tool.TERMINALS)
    void aCommandKeepsItsTerminalWhereTheServerLeavesItInItsOwnSession() throws Exception {
        try (SshdFixture other = SshdFixture.start("ForceCommand /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"; exit $?");
                JschConnector own = new JschConnector(other.settings(printed))) {
            Connection plain = own.open(other.host());
            assertEquals(
                    "on",
                    plain.run(Map.of("pty", true), "echo on >/dev/tty").out().strip());
        }
    }

    /** As dropbear does. */
    @Test
    void timeLimitEndsAllWhereTheServerLeavesCommandsInItsOwnSession() throws Exception {
        try (SshdFixture other = SshdFixture.start("ForceCommand /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"; exit $?");
                JschConnector own = new JschConnector(other.settings(printed))) {
            Connection plain = own.open(other.host());
            Command command = Command.shell("sleep 300 & echo $!; (sleep 300 & echo $!); sleep 301; true")
                    .within(Duration.ofSeconds(2));
            CommandException thrown = assertThrows(CommandException.class, () -> plain.run(command));
            assertTrue(thrown.getMessage().endsWith("took longer than 2.0 s and was stopped"), thrown.getMessage());
            for (String process : thrown.result().lines()) {
                assertGone(process);
            }
            assertEquals(143, thrown.result().exitStatus(), "the server's own shell has seen its command end");
        }
    }

    @Test
    void processThatIgnoresTermIsKilled() throws Exception {
        Command command = Command.shell("trap '' TERM; echo $$; while :; do sleep 1; done")
                .within(Duration.ofSeconds(1));
        CommandException thrown = assertThrows(CommandException.class, () -> connection.run(command));
        assertGone(thrown.result().out().strip());
    }

    @Test
    void interruptEndsTheCommandOnTheHost() throws Exception {
        AtomicReference<CommandException> thrown = new AtomicReference<>();
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread running = Thread.ofVirtual().start(() -> {
            thrown.set(assertThrows(CommandException.class, () -> connection.run("echo $$; exec sleep 300")));
            if (Thread.currentThread().isInterrupted()) {
                interrupted.countDown();
            }
        });
        awaitLine();
        running.interrupt();
        assertTrue(running.join(Duration.ofSeconds(10)));
        assertTrue(
                thrown.get().getMessage().endsWith("was interrupted and was stopped"),
                thrown.get().getMessage());
        assertTrue(interrupted.await(0, TimeUnit.SECONDS), "the thread stays interrupted");
        assertGone(thrown.get().result().out().strip());
    }

    @Test
    void brokenConnectionIsNotAnExitCode() throws Exception {
        try (SshdFixture other = SshdFixture.start();
                JschConnector own = new JschConnector(other.settings(printed))) {
            Connection doomed = own.open(other.host());
            AtomicReference<ConnectionException> thrown = new AtomicReference<>();
            Thread running = Thread.ofVirtual()
                    .start(() -> thrown.set(
                            assertThrows(ConnectionException.class, () -> doomed.run("echo up; exec sleep 300"))));
            awaitLine();
            other.breakConnections();
            assertTrue(running.join(Duration.ofSeconds(10)));
            assertEquals(Reason.LOST, thrown.get().reason());
        }
    }

    /** sshd tells how a command has ended before it has sent all that the command printed. */
    @Test
    void whatABrokenConnectionHasCutShortIsNotAllOfIt() throws Exception {
        try (SshdFixture other = SshdFixture.start();
                JschConnector own = new JschConnector(other.settings(printed))) {
            Connection doomed = own.open(other.host());
            AtomicReference<ConnectionException> thrown = new AtomicReference<>();
            Thread running = Thread.ofVirtual()
                    .start(() -> thrown.set(assertThrows(
                            ConnectionException.class, () -> doomed.run("{ sleep 10; echo more; } & exit 0"))));
            // That it has ended is known then, and the rest of what it prints is not.
            Await.until(
                    "output", () -> printed.notices().stream().anyMatch(notice -> notice.contains(" has ended, but ")));
            other.breakConnections();
            assertTrue(running.join(Duration.ofSeconds(10)));
            assertEquals(Reason.LOST, thrown.get().reason());
        }
    }

    @Test
    void pipeCarriesBytesBothWays() {
        byte[] sent = new byte[5_000_001];
        new Random(1).nextBytes(sent);
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        Result result = connection.pipe(Command.shell("cat; echo done >&2"), new ByteArrayInputStream(sent), received);
        org.junit.jupiter.api.Assertions.assertArrayEquals(sent, received.toByteArray());
        assertEquals("done\n", result.err());
        assertEquals(List.of(), printed.lines());
    }

    @Test
    void pipeToACommandThatReadsNothingEndsWithTheCommand() {
        byte[] much = new byte[10_000_000];
        Result result =
                connection.pipe(Command.shell("exit 0"), new ByteArrayInputStream(much), new ByteArrayOutputStream());
        assertEquals(0, result.exitStatus());
    }

    private void awaitLine() throws InterruptedException {
        Await.until("output", () -> !printed.lines().isEmpty());
    }

    private static void assertGone(String pid) throws Exception {
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid));
        if (process.isPresent()) {
            process.get().onExit().get(60, TimeUnit.SECONDS);
        }
        assertTrue(process.isEmpty() || !process.get().isAlive(), "process " + pid + " still runs");
    }
}
