package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.server.shell.ProcessShellFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command jfab against a real OpenSSH server that answers at several addresses. */
class MainIT extends WithSshd {
    @TempDir
    private Path folder;

    @BeforeEach
    void fabfile() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                hosts '127.0.0.1', '127.0.0.2'
                port = 6173
                task('who', 'Say who', greeting: 'hi') { c, greeting -> println "$greeting ${c.host().name()} $port" }
                task('line') { c -> c.run('echo $SSH_CONNECTION') }
                task('twice', before: ['line']) { c -> c.run('echo $SSH_CONNECTION') }
                task('here') { c -> c.run('[ $(echo $SSH_CONNECTION | cut -d" " -f3) = 127.0.0.2 ] && exit 7; echo fine') }
                task('all') { Group g -> printf '%d hosts\\n', g.hosts().size(); g.run { it.run('echo on') }.orThrow() }
                task('bad') { c -> c.rnu('x') }
                """);
    }

    private List<String> settings() {
        return List.of("-i", sshd.folder().resolve("id_ed25519").toString(), "--port", Integer.toString(sshd.port()));
    }

    private Ended jfab(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(settings());
        all.addAll(List.of(arguments));
        return JfabProcess.run(folder, "", all);
    }

    private static String untimed(String text) {
        return text.replaceAll("\\d+\\.\\d+s", "TIME").replaceAll(".*new host key.*\n", "");
    }

    @Test
    void aTaskRunsOnAllHostsAndEndsWithASummary() throws Exception {
        Ended ended = jfab("who", "--greeting=hello");
        assertEquals(
                List.of("[127.0.0.1] hello 127.0.0.1 6173", "[127.0.0.2] hello 127.0.0.2 6173"), ended.sortedOut());
        assertEquals("""
                host       result  exit  time  last line
                127.0.0.1  ok         0  TIME  hello 127.0.0.1 6173
                127.0.0.2  ok         0  TIME  hello 127.0.0.2 6173
                jfab: 2 ok
                """, untimed(ended.err()));
        assertEquals(0, ended.exitCode());
    }

    @Test
    void aCommandNeedsNoFabfileAndOneHostNoPrefix() throws Exception {
        Files.delete(folder.resolve("fabfile.groovy"));
        Ended ended = jfab("-H", "127.0.0.3", "--", "echo out é; echo err >&2");
        assertEquals("out é\n", ended.out());
        assertEquals("err\n", untimed(ended.err()));
        assertEquals(0, ended.exitCode());
    }

    @Test
    void versionsAreToldWithoutHostsOrFabfile() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), "this is none");
        for (String flag : List.of("-V", "--version")) {
            Ended ended = JfabProcess.run(folder, "", List.of(flag));
            assertTrue(ended.out().matches("""
                            jfab [\\d.]+\\S*( \\(commit [0-9a-f]{7,}\\))?
                            Java 25\\S*
                            JSch [\\d.]+
                            libtorch [\\d.]+, in the engine
                            """), ended.out() + ended.err());
            assertEquals(0, ended.exitCode());
        }
    }

    @Test
    void theWordsOfACommandArriveAsTheyWereTyped() throws Exception {
        assertEquals(
                "a  b *\n",
                jfab("-H", "127.0.0.3", "--", "printf", "%s %s\\n", "a  b", "*").out());
    }

    @Test
    void aCommandAfterTasksRunsOnTheirHosts() throws Exception {
        Ended ended = jfab("-H", "127.0.0.3, 127.0.0.4,127.0.0.3", "who", "--", "echo", "then");
        assertEquals(
                List.of(
                        "[127.0.0.3] hi 127.0.0.3 6173",
                        "[127.0.0.3] then",
                        "[127.0.0.4] hi 127.0.0.4 6173",
                        "[127.0.0.4] then"),
                ended.sortedOut());
    }

    @Test
    void aHostKeepsItsConnectionFromTaskToTask() throws Exception {
        List<String> lines = jfab("-H", "127.0.0.3", "twice").out().lines().toList();
        assertEquals(2, lines.size());
        assertEquals(lines.getFirst(), lines.getLast(), "client ports differ");
    }

    @Test
    void theHostThatFailsDecidesTheExitCodeAndStopsLaterTasks() throws Exception {
        Ended ended = jfab("here", "who");
        assertEquals("[127.0.0.1] fine\n", ended.out());
        assertEquals(
                """
                host       result  exit  time  last line
                127.0.0.2  failed     7  TIME
                127.0.0.1  ok         0  TIME  fine
                jfab: 1 ok, 1 failed
                """,
                untimed(ended.err()).lines().skip(2).map(line -> line + "\n").reduce("", String::concat));
        assertTrue(ended.err().contains("exited with 7 (fabfile.groovy:6)\n"), ended.err());
        assertTrue(ended.err().contains("not run because 127.0.0.2 failed: who\n"), ended.err());
        assertEquals(7, ended.exitCode());
    }

    @Test
    void aTaskForTheGroupRunsOnceAndReachesAll() throws Exception {
        assertEquals(
                List.of("2 hosts", "[127.0.0.1] on", "[127.0.0.2] on").stream()
                        .sorted()
                        .toList(),
                jfab("all").sortedOut());
    }

    @Test
    void aHostThatRefusesIsUnreachable() throws Exception {
        Ended ended = jfab("-H", "127.0.0.1,127.0.0.1:1", "who");
        assertEquals(4, ended.exitCode());
        assertTrue(ended.out().contains("hi 127.0.0.1 6173"), ended.out());
        assertTrue(ended.err().contains("127.0.0.1:1  unreachable"), ended.err());
        assertFalse(ended.err().contains("\tat "), ended.err());
    }

    @Test
    void aChangedHostKeyIsRefusedInOneLine() throws Exception {
        String known = "[127.0.0.5]:" + sshd.port() + " "
                + Files.readString(sshd.folder().resolve("id_ed25519.pub"));
        Files.createDirectory(
                folder.resolve(".ssh"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(folder.resolve(".ssh/known_hosts"), known);
        Ended ended = jfab("-H", "127.0.0.5", "--", "echo reached");
        assertEquals(1, ended.exitCode());
        assertEquals("", ended.out());
        assertTrue(ended.err().contains("known_hosts:1"), ended.err());
        assertTrue(ended.err().contains("host key refused"), ended.err());
    }

    @Test
    void mistakesAreOneLineAndExitCodeTwo() throws Exception {
        usage("no task 'woh'; did you mean 'who'?", "woh");
        usage("no flag '--greting' in task 'who'; did you mean '--greeting'?", "who", "--greting=x");
        usage("there is no fabfile nix.groovy", "-f", "nix.groovy", "who");
        Files.writeString(folder.resolve("fabfile.groovy"), "task('a') { c -> }\n\nhots 'x'");
        usage("fabfile.groovy:3: no word 'hots' takes (String); did you mean 'hosts'?", "a");
        Files.writeString(folder.resolve("fabfile.groovy"), "task('a') { c -> }");
        usage(
                "no hosts: name them with -H host,host or with the word hosts in fabfile.groovy; a task of this machine alone"
                        + " has local: true",
                "a");
        Files.writeString(folder.resolve("fabfile.groovy"), "hosts = ['a']\ntask('a') { c -> }");
        usage(
                "no hosts: name them with -H host,host or with the word hosts in fabfile.groovy; hosts = ... only sets a"
                        + " variable, write hosts 'a', 'b' without =",
                "a");
        Files.delete(folder.resolve("fabfile.groovy"));
        usage("no fabfile.groovy in this folder or in one above it; write one, or name another with -f FILE", "a");
    }

    private void usage(String message, String... arguments) throws Exception {
        Ended ended = jfab(arguments);
        assertEquals("jfab: " + message + "\n", ended.err());
        assertEquals(2, ended.exitCode());
    }

    @Test
    void aMistakeInABodyNamesFileLineAndHost() throws Exception {
        Ended ended = jfab("-H", "127.0.0.3", "bad");
        assertTrue(
                ended.err()
                        .contains(
                                "jfab: 127.0.0.3: fabfile.groovy:8: no word 'rnu' takes (String); did you mean 'run'?\n"),
                ended.err());
        assertEquals(1, ended.exitCode());
    }

    @Test
    void aPasswordIsReadFromStandardInputAndAWrongOneRefused() throws Exception {
        try (SshServer server = SshServer.setUpDefaultServer()) {
            server.setHost("127.0.0.1");
            server.setKeyPairProvider(new SimpleGeneratorHostKeyProvider());
            server.setPasswordAuthenticator((user, password, session) -> password.equals("right"));
            server.setCommandFactory((channel, command) ->
                    new ProcessShellFactory(command, "/bin/sh", "-c", command).createShell(channel));
            server.start();
            List<String> arguments =
                    List.of("--prompt-for-login-password", "-H", "me@127.0.0.1:" + server.getPort(), "--", "echo in");
            Ended right = JfabProcess.run(folder, "right\n", arguments);
            assertEquals("in\n", right.out(), right.err());
            assertEquals(0, right.exitCode());
            Ended wrong = JfabProcess.run(folder, "wrong\n", arguments);
            assertEquals("", wrong.out());
            assertTrue(wrong.err().contains("login refused"), wrong.err());
            assertEquals(
                    1,
                    wrong.err()
                            .lines()
                            .filter(line -> line.startsWith("jfab: me@127.0.0.1:"))
                            .count(),
                    wrong.err());
            assertEquals(1, wrong.exitCode());
        }
    }

    @Test
    void interruptEndsTheRemoteProcesses() throws Exception {
        List<String> arguments = new ArrayList<>(settings());
        arguments.addAll(List.of("-H", "127.0.0.3,127.0.0.4", "--"));
        arguments.add("echo $$; exec sleep 1000");
        try (JfabProcess jfab = JfabProcess.start(folder, List.of(), arguments)) {
            long first = Long.parseLong(jfab.nextLine().replaceAll(".* ", ""));
            long second = Long.parseLong(jfab.nextLine().replaceAll(".* ", ""));
            jfab.interrupt();
            Ended ended = jfab.await();
            assertEquals(130, ended.exitCode());
            assertTrue(ended.err().contains("127.0.0.3  stopped"), ended.err());
            assertTrue(
                    ended.err().lines().anyMatch("jfab: stopping; Ctrl-C again leaves at once"::equals), ended.err());
            assertGone(first);
            assertGone(second);
        }
    }

    private static void assertGone(long pid) throws Exception {
        var process = ProcessHandle.of(pid);
        if (process.isPresent()) {
            process.get().onExit().get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void listingLoadsNeitherSshNorTensorsNorSockets() throws Exception {
        try (JfabProcess jfab = JfabProcess.start(
                folder,
                List.of("-Xlog:class+load:file=loaded.txt", "-Xlog:class+init:file=used.txt"),
                List.of("--list"))) {
            Ended ended = jfab.await();
            assertEquals(0, ended.exitCode());
            assertTrue(ended.out().startsWith("Tasks of fabfile.groovy:\n\n  who     Say who\n  line\n"), ended.out());
        }
        String loaded = Files.readString(folder.resolve("loaded.txt"));
        assertTrue(loaded.contains(" jfab.control.fabfile.Fabfile "), "the log names no classes");
        for (String vendor : List.of(" com.jcraft.", " org.bytedeco.", " io.grpc.")) {
            assertFalse(loaded.contains(vendor), "loaded" + vendor);
        }
        // Groovy looks at the JDK's socket classes; only a socket that is made initializes what does the work.
        String used = Files.readString(folder.resolve("used.txt"));
        assertTrue(used.contains("'jfab/control/fabfile/Fabfile'"), "the log names no classes");
        assertFalse(used.contains("'sun/nio/ch/Net'"), "opened a socket");
    }
}
