package jfab.control.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.cli.WarmProcesses;
import jfab.control.connection.WithSshd;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that a waiting process runs, one after the other, and what none of them may notice of the others. */
@Needs(Tool.CC)
class WarmIT extends WithSshd {
    private static final String FABFILE = """
            hosts '127.0.0.1'
            task('show', once: true) { c -> println "${System.getenv('SHOWN')} ${local('printf %s "$SHOWN"', hide: true).stdout} ${prompt('?')}" }
            task('leave', once: true, what: '') { c, what ->
                println "${System.getProperty('left')} ${'x'.metaClass.respondsTo('x', 'shout').size()} ${Locale.getDefault()}"
                switch (what) {
                    case 'method' -> String.metaClass.shout = { -> 'X' }
                    case 'pool' -> new java.util.concurrent.ForkJoinPool(1).submit { sleep 100_000 }
                    case 'later' -> java.util.concurrent.CompletableFuture.runAsync({}, java.util.concurrent.CompletableFuture.delayedExecutor(1, java.util.concurrent.TimeUnit.HOURS))
                    case 'timely' -> new java.util.concurrent.CompletableFuture().completeOnTimeout(1, 1, java.util.concurrent.TimeUnit.MILLISECONDS).join()
                    case 'virtual' -> Thread.startVirtualThread { sleep 100_000 }
                    case 'main' -> Thread.ofPlatform().daemon().name('main').start { sleep 100_000 }
                    case 'exit' -> System.exit(-1)
                }
            }
            task('wait') { c -> c.run('echo begun; echo $$ >$HERE/pid; sleep 1000', warn: true) }
            task('here', once: true) { c -> c.local('echo begun; echo $$ >$HERE/pid; sleep 1000; echo >$HERE/after') }
            task('take', once: true) { c -> println new byte[400 << 20].length }
            // Not noticed, and kept: see docs/warm.md.
            task('hold', once: true) { c -> java.security.Security.setProperty('held', 'x'.repeat(480 << 20)) }
            task('port') { c -> println c.run('set -- $SSH_CONNECTION; echo $2', hide: 'out').stdout.trim() }
            """;

    @TempDir
    private static Path folder;

    private static WarmProcesses processes;

    @BeforeAll
    static void begin() throws Exception {
        Files.createDirectories(folder.resolve(".ssh"));
        Files.copy(sshd.folder().resolve("id_ed25519"), folder.resolve(".ssh/key"));
        configure("");
        Files.writeString(folder.resolve("fabfile.groovy"), FABFILE.replace("$HERE", folder.toString()));
        processes = WarmProcesses.begin();
    }

    @AfterAll
    static void end() throws Exception {
        processes.end();
    }

    @AfterEach
    void reset() throws Exception {
        configure("");
    }

    private static void configure(String more) throws Exception {
        Files.writeString(
                folder.resolve(".ssh/config"),
                "Host *\n  Port " + sshd.port() + "\n  IdentityFile ~/.ssh/key\n" + more);
    }

    private static Ended jfab(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("-H", "127.0.0.1"));
        all.addAll(List.of(arguments));
        return JfabProcess.run(folder, "yes\n", all);
    }

    /** The number of the process that waits, and how many commands it has run. */
    private static String waiting() throws Exception {
        return processes.status(folder).replaceAll("(?s)pid (\\d+), \\d+ MB, (\\d+) commands,.*", "$1 $2");
    }

    private static String process() throws Exception {
        return waiting().replaceFirst(" .*", "");
    }

    /** A command that has begun in the process that waits: where that is slow to answer, on a busy machine, it starts Java. */
    private static JfabProcess served(String task) throws Exception {
        for (int turn = 0; turn < 5; turn++) {
            JfabProcess command = JfabProcess.start(folder, List.of(), List.of("-H", "127.0.0.1", task));
            assertEquals("begun", command.nextLine().replaceFirst("^\\[.*?] ", ""));
            if (processes.status(folder).contains(" commands, busy, ")) {
                return command;
            }
            command.signal("TERM");
            command.await();
        }
        throw new AssertionError("each command has started Java");
    }

    @Test
    void aCommandHasItsOwnVariablesInputAndFabfile() throws Exception {
        assertEquals(
                "one one yes\n",
                JfabProcess.run(folder, "yes\n", List.of("show"), Map.of("SHOWN", "one"))
                        .out());
        String first = waiting();
        String process = process();
        assertEquals(
                "two two no\n",
                JfabProcess.run(folder, "no\n", List.of("show"), Map.of("SHOWN", "two"))
                        .out());
        assertEquals(process, process(), "another process has run the second");
        assertNotEquals(first, waiting());
        String variables = Files.readString(Path.of("/proc", process, "environ"), StandardCharsets.ISO_8859_1);
        assertFalse(variables.contains("SHOWN"), variables);
        Files.writeString(folder.resolve("fabfile.groovy"), "task('show') { c -> println 'new' }");
        assertEquals("new\n", jfab("show").out());
        Files.writeString(folder.resolve("fabfile.groovy"), FABFILE.replace("$HERE", folder.toString()));
        assertEquals(2, jfab("showw").exitCode());
    }

    @ParameterizedTest
    @CsvSource({"method, 0", "pool, 0", "later, 0", "virtual, 0", "main, 0", "exit, 255"})
    void whatACommandLeavesEndsWithItsProcess(String what, int code) throws Exception {
        String clean = jfab("leave").out();
        String before = process();
        Ended left = jfab("leave", "--what=" + what);
        assertEquals(clean, left.out(), left.err());
        assertEquals(code, left.exitCode(), left.err());
        Await.until(
                "end of process " + before,
                () -> ProcessHandle.of(Long.parseLong(before)).isEmpty());
        assertEquals(clean, jfab("leave").out());
    }

    @Test
    void aDeadlineThatIsOverIsNothingLeft() throws Exception {
        assertEquals(0, jfab("leave").exitCode());
        String process = process();
        assertEquals(0, jfab("leave", "--what=timely").exitCode());
        assertEquals(process, process());
        assertEquals(0, jfab("leave", "--what=timely").exitCode());
        assertEquals(process, process());
    }

    @ParameterizedTest
    @CsvSource({"INT, 130, false", "HUP, 129, false", "TERM, 143, true"})
    void signalsReachIt(String signal, int code, boolean stopped) throws Exception {
        Path pid = folder.resolve("pid");
        Files.deleteIfExists(pid);
        try (JfabProcess command = served("wait")) {
            if (stopped) {
                signal("STOP", process());
            }
            command.signal(signal);
            assertEquals(code, command.await().exitCode());
        }
        long sleeps = Long.parseLong(Files.readString(pid).strip());
        Await.until("end of process " + sleeps, () -> ProcessHandle.of(sleeps).isEmpty());
    }

    @Test
    void whatAKilledCommandHasStartedHereEndsWithIt() throws Exception {
        Path pid = folder.resolve("pid");
        Files.deleteIfExists(pid);
        assertEquals(0, jfab("leave").exitCode());
        try (JfabProcess command = served("here")) {
            Await.until("pid", () -> Files.exists(pid) && !Files.readString(pid).isBlank());
            command.signal("KILL");
        }
        long shell = Long.parseLong(Files.readString(pid).strip());
        Await.until("end of process " + shell, () -> ProcessHandle.of(shell).isEmpty());
        assertFalse(Files.exists(folder.resolve("after")), "its shell went on");
    }

    @Test
    void whoComesMeanwhileStartsJava() throws Exception {
        try (JfabProcess command = served("wait")) {
            String busy = waiting();
            Ended other = jfab("--", "echo other");
            assertEquals("other\n", other.out().replaceFirst("^\\[.*?] ", ""), other.err());
            assertEquals(busy, waiting());
            assertTrue(ProcessHandle.of(command.pid()).orElseThrow().isAlive(), "the first has ended");
        }
    }

    @Test
    void whatACommandTookOfMemoryGoesBackToTheSystem() throws Exception {
        String process = process();
        assertEquals(0, jfab("take").exitCode());
        assertEquals(process, process());
        Await.until("less than 200 MB", () -> resident(process) < 200);
    }

    @Test
    void whereAllTakeMoreThanAGigabyteTheOldestGoes(@TempDir Path other) throws Exception {
        Files.createDirectory(other.resolve(".ssh"));
        for (String file : List.of("fabfile.groovy", ".ssh/config", ".ssh/key")) {
            Files.copy(folder.resolve(file), other.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        assertEquals(0, jfab("hold").exitCode());
        String oldest = process();
        assertTrue(resident(oldest) > 450, () -> "process " + oldest + " holds little");
        assertEquals(
                0,
                JfabProcess.run(other, "yes\n", List.of("-H", "127.0.0.1", "hold"))
                        .exitCode());
        Await.until(
                "end of process " + oldest,
                () -> ProcessHandle.of(Long.parseLong(oldest)).isEmpty());
        assertTrue(processes.status(other).contains(" 1 commands, "), processes.status(other));
    }

    /** Megabytes. */
    private static long resident(String process) {
        try {
            return Files.readAllLines(Path.of("/proc", process, "status")).stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum()
                    / 1024;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whoeverEndsProcessesEndsNoneBeforeItsCallerKnows() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread stopping = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                try {
                    new WarmFolder(processes.sockets())
                            .sockets()
                            .forEach(each -> WarmFolder.ask(each, WarmProcess.STOP));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                LockSupport.parkNanos(1_000_000);
            }
        });
        try {
            for (int turn = 0; turn < 10; turn++) {
                Ended ended = jfab("show");
                assertEquals(0, ended.exitCode(), ended.err());
            }
        } finally {
            over.set(true);
            stopping.join();
        }
    }

    @Test
    void aPipeReachesItsEndThoughTheProcessIsStopped() throws Exception {
        Path ran = folder.resolve("ran-cold");
        String process = process();
        signal("STOP", process);
        try {
            // Reads both streams to their ends.
            Ended ended = jfab("--", "echo once >>" + ran);
            assertEquals(0, ended.exitCode(), ended.err());
        } finally {
            signal("CONT", process);
        }
        assertEquals(0, jfab("leave").exitCode());
        assertEquals("once\n", Files.readString(ran));
    }

    @Test
    void aCommandWithoutStandardStreamsStartsJava() throws Exception {
        String before = waiting();
        assertEquals(1, JfabProcess.mute(folder, "leave").exitCode());
        assertEquals(before, waiting());
    }

    @Test
    void aKilledProcessIsToldOf() throws Exception {
        try (JfabProcess command = served("wait")) {
            ProcessHandle.of(Long.parseLong(process())).orElseThrow().destroyForcibly();
            Ended ended = command.await();
            assertTrue(
                    ended.err().matches("(?s).*jfab: the process that ran this command has gone \\(pid \\d+\\).*"),
                    ended.err());
            assertEquals(1, ended.exitCode());
        }
    }

    @Test
    void aSessionIsUsedAgainWhereThatIsAskedForAndNothingHasChanged() throws Exception {
        assertNotEquals(jfab("port").out(), jfab("port").out(), "nobody has asked for it");
        configure("  ControlPersist 10m\n");
        String port = kept("port");
        String process = process();
        assertEquals(0, jfab("show").exitCode(), "needs no session, and leaves it as it was");
        assertEquals(port, jfab("port").out());
        Path known = folder.resolve(".ssh/known_hosts");
        Files.writeString(known, "# nothing\n", java.nio.file.StandardOpenOption.APPEND);
        String second = jfab("port").out();
        assertNotEquals(port, second, "known hosts have changed");
        assertEquals(second, jfab("port").out());
        Files.move(folder.resolve(".ssh/key"), folder.resolve(".ssh/gone"));
        assertEquals(1, jfab("port").exitCode(), "the key is gone");
        Files.move(folder.resolve(".ssh/gone"), folder.resolve(".ssh/key"));
        assertEquals(process, process());
        String third = jfab("port").out();
        assertNotEquals(third, jfab("--keep-sessions=no", "port").out());
        // On a busy machine what it opened may take so long to close that the process ends with it.
        if (process.equals(process())) {
            assertEquals(third, jfab("port").out());
        }
    }

    @Test
    void aHostThatFellSilentIsAskedOverAnotherSessionAndRunsTheCommandOnce() throws Exception {
        configure("  ControlPersist 10m\n");
        Path ran = folder.resolve("ran");
        // The process of sshd that serves the session.
        String served = kept("--", "echo $PPID").trim();
        String process = process();
        signal("STOP", served);
        try {
            Ended ended = jfab("--", "echo $PPID; echo once >>" + ran);
            assertEquals(0, ended.exitCode(), ended.err());
            assertNotEquals(served, ended.out().trim());
        } finally {
            signal("CONT", served);
        }
        Await.until("the silent session has ended", () -> !Files.exists(Path.of("/proc", served)));
        assertEquals("once\n", Files.readString(ran));
        assertEquals(process, process());
    }

    /** What two commands in a row print alike: the first may ask about the host's key, and a busy machine looks silent. */
    private static String kept(String... arguments) throws Exception {
        String last = jfab(arguments).out();
        for (int turn = 0; turn < 5; turn++) {
            String next = jfab(arguments).out();
            if (next.equals(last)) {
                return next;
            }
            last = next;
        }
        throw new AssertionError("no session was used again");
    }

    private static void signal(String name, String process) throws Exception {
        assertEquals(0, new ProcessBuilder("kill", "-" + name, process).start().waitFor());
    }
}
