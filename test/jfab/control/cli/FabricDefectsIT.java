package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.WithSshd;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Twenty defects that were verified in Fabric 3.2.2, each as a user would meet it, against a real OpenSSH server. */
class FabricDefectsIT extends WithSshd {
    /** Where jfab is called, and where the hosts, which are this machine, leave their traces. */
    @TempDir
    private Path folder;

    @BeforeEach
    void sshConfig() throws Exception {
        config("");
    }

    private void config(String more) throws Exception {
        Files.createDirectories(folder.resolve(".ssh"));
        Files.writeString(
                folder.resolve(".ssh/config"),
                more + "\nHost *\n  Port " + sshd.port() + "\n  IdentityFile "
                        + sshd.folder().resolve("id_ed25519") + "\n");
    }

    private Ended jfab(String... arguments) throws Exception {
        return JfabProcess.run(folder, "", List.of(arguments));
    }

    private void fabfile(String... lines) throws Exception {
        Files.write(folder.resolve("fabfile.groovy"), List.of(lines));
    }

    private static List<String> errors(Ended ended) {
        return ended.err()
                .lines()
                .filter(line -> line.startsWith("jfab: "))
                .filter(line -> !line.contains("new host key"))
                .toList();
    }

    /** Ends with success when {@code condition} holds within 20 s. */
    private static String until(String condition) {
        return "i=0; until " + condition + "; do i=$((i+1)); [ $i -lt 200 ] || exit 9; sleep 0.1; done";
    }

    @Test
    @DisplayName("1: hosts run in parallel, in a pool that can be bounded")
    void defect01SerialHosts() throws Exception {
        String meet = "touch " + folder + "/met.$$; " + until("[ $(ls " + folder + " | grep -c '^met') -ge 3 ]");
        assertEquals(0, jfab("-H", "127.0.0.[1-3]", "--", meet).exitCode());
        String alone = "mkdir " + folder + "/alone || exit 8; sleep 0.2; rmdir " + folder + "/alone";
        assertEquals(0, jfab("-P", "1", "-H", "127.0.0.[1-4]", "--", alone).exitCode());
    }

    @Test
    @DisplayName("2: every line names its host")
    void defect02LinesWithoutHost() throws Exception {
        assertEquals(
                List.of("[127.0.0.1] a", "[127.0.0.1] b", "[127.0.0.2] a", "[127.0.0.2] b"),
                jfab("-H", "127.0.0.1,127.0.0.2", "--", "printf 'a\\nb\\n'").sortedOut());
    }

    @Test
    @DisplayName("3: a host with another key than the known one is refused")
    void defect03HostKeyUnchecked() throws Exception {
        Path other = folder.resolve("other");
        SshdFixture.keygen(other, "");
        String key = Files.readString(Path.of(other + ".pub"));
        Files.writeString(folder.resolve(".ssh/known_hosts"), "[127.0.0.1]:" + sshd.port() + " " + key);
        Ended ended = jfab("-H", "127.0.0.1", "--", "touch " + folder + "/reached");
        assertEquals(1, ended.exitCode(), ended.err());
        assertTrue(errors(ended).getFirst().contains("host key has changed"), ended.err());
        assertFalse(Files.exists(folder.resolve("reached")));
    }

    @Test
    @DisplayName("4: without hosts nothing runs, least of all on this machine")
    void defect04RunsLocallyWithoutHosts() throws Exception {
        fabfile("task('mark') { c -> c.run('touch " + folder + "/marked') }");
        Ended ended = jfab("mark");
        assertEquals(2, ended.exitCode());
        assertEquals(1, errors(ended).size(), ended.err());
        assertFalse(Files.exists(folder.resolve("marked")));
    }

    @Test
    @DisplayName("5: a command after a task runs after it")
    void defect05TaskThenCommand() throws Exception {
        fabfile("task('one') { c -> c.run('echo one') }");
        assertEquals(
                List.of("one", "two"),
                jfab("-H", "127.0.0.1", "one", "--", "echo", "two")
                        .out()
                        .lines()
                        .toList());
    }

    @Test
    @DisplayName("6: a time limit and Ctrl-C end the process on the host")
    void defect06RemoteProcessSurvives() throws Exception {
        String sleeping = "echo $$ > " + folder + "/pid; exec sleep 1000";
        Ended limited = jfab("-T", "1", "-H", "127.0.0.1", "--", sleeping);
        assertNotEquals(0, limited.exitCode(), limited.err());
        awaitGone();
        try (JfabProcess jfab =
                JfabProcess.start(folder, List.of(), List.of("-H", "127.0.0.1", "--", "echo up; " + sleeping))) {
            assertEquals("up", jfab.nextLine());
            Await.until(
                    "process id",
                    () -> Files.exists(folder.resolve("pid"))
                            && !Files.readString(folder.resolve("pid")).isBlank());
            jfab.interrupt();
            assertEquals(130, jfab.await().exitCode());
        }
        awaitGone();
    }

    private void awaitGone() throws Exception {
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        Await.until(
                "end of process " + pid,
                () -> !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
        Files.delete(folder.resolve("pid"));
    }

    @Test
    @DisplayName("7: a dry run opens no connection")
    void defect07DryRunConnects() throws Exception {
        fabfile("task('go') { c -> c.cd('/srv') { c.run('touch " + folder + "/went'); c.put('a', 'b') } }");
        config("Host nowhere\n  HostName 127.0.0.1\n  Port 1");
        Files.writeString(folder.resolve("a"), "a");
        Ended ended = jfab("--dry-run", "-H", "nowhere", "go");
        assertEquals(0, ended.exitCode(), ended.err());
        assertTrue((ended.out() + ended.err()).contains("went"), ended.out() + ended.err());
        assertFalse(Files.exists(folder.resolve("went")));
        assertFalse(Files.exists(folder.resolve(".ssh/known_hosts")));
    }

    @Test
    @DisplayName("8: no character is cut at a border between packets")
    void defect08CutCharacters() throws Exception {
        Ended ended = jfab(
                "-H",
                "127.0.0.1",
                "--",
                "printf x; i=0; while [ $i -lt 3000 ]; do printf " + "é€😀".repeat(20) + "; i=$((i+1)); done");
        assertEquals("x" + "é€😀".repeat(60_000), ended.out());
    }

    @Test
    @DisplayName("9: 20 MB arrive whole")
    void defect09LargeOutput() throws Exception {
        Ended ended = jfab("-H", "127.0.0.1", "--", "seq 1 2700000");
        assertEquals(2_700_000, ended.out().lines().count());
        assertTrue(ended.out().length() > 20_000_000, "only " + ended.out().length());
        assertTrue(ended.out().endsWith("\n2700000\n"));
    }

    @Test
    @DisplayName("10: every host gets the whole standard input")
    void defect10StandardInputGoesToOneHost() throws Exception {
        Ended ended = JfabProcess.run(
                folder, "l1\nl2\n", List.of("-H", "127.0.0.1,127.0.0.2,127.0.0.3", "--", "cat | wc -l"));
        assertEquals(List.of("[127.0.0.1] 2", "[127.0.0.2] 2", "[127.0.0.3] 2"), ended.sortedOut());
    }

    @Test
    @DisplayName("11: values of environment variables arrive as they are")
    void defect11UnquotedEnvironment() throws Exception {
        fabfile("task('show') { c -> c.run('printf %s \"$A\"', env: [A: 'x y; $(touch " + folder
                + "/ran) \\'q\\'']) }");
        Ended ended = jfab("-H", "127.0.0.1", "show");
        assertEquals("x y; $(touch " + folder + "/ran) 'q'\n", ended.out(), ended.err());
        assertFalse(Files.exists(folder.resolve("ran")));
    }

    @Test
    @Needs(Tool.SUDO)
    @DisplayName("12: sudo works inside cd")
    void defect12SudoInsideCd() throws Exception {
        Path odd = Files.createDirectory(folder.resolve("my dir;x"));
        fabfile("task('where') { c -> c.cd('" + odd + "') { c.sudo('pwd && id -un') } }");
        Ended ended = jfab("-H", "127.0.0.1", "where");
        assertEquals(odd + "\nroot\n", ended.out(), ended.err());
    }

    @Test
    @DisplayName("13: cd moves the host only, lcd this machine only")
    void defect13CdMovesLocalCommands() throws Exception {
        Path down = Files.createDirectory(folder.resolve("down"));
        fabfile(
                "task('where') { c -> c.cd('/usr') { c.local('pwd'); c.run('pwd'); c.lcd('down') { c.local('pwd') } } }");
        Ended ended = jfab("-H", "127.0.0.1", "where");
        assertEquals(folder + "\n/usr\n" + down + "\n", ended.out(), ended.err());
    }

    @Test
    @DisplayName("14: an error is one line that names the host")
    void defect14StackTraces() throws Exception {
        config("Host refusing\n  HostName 127.0.0.1\n  Port 1");
        for (String[] arguments : List.of(
                new String[] {"-H", "refusing", "--", "true"},
                new String[] {"-H", "nobody@127.0.0.1", "--", "true"},
                new String[] {"-H", "no-such-host.invalid", "--", "true"},
                new String[] {"-H", "127.0.0.1", "--", "exit 3"},
                new String[] {"-T", "1", "-H", "127.0.0.1", "--", "sleep 20"})) {
            Ended ended = jfab(arguments);
            String host = arguments[Arrays.asList(arguments).indexOf("-H") + 1];
            assertEquals(1, errors(ended).size(), ended.err());
            assertTrue(errors(ended).getFirst().contains(host), ended.err());
            assertFalse(ended.err().contains("\tat "), ended.err());
        }
    }

    @Test
    @DisplayName("15: -t and ConnectTimeout go together, and -t wins")
    void defect15ConnectTimeoutTwice() throws Exception {
        config("Host *\n  ConnectTimeout 7");
        assertEquals(
                "fine\n", jfab("-t", "5", "-H", "127.0.0.1", "--", "echo fine").out());
        try (java.net.ServerSocket silent =
                new java.net.ServerSocket(0, 5, java.net.InetAddress.getLoopbackAddress())) {
            Ended ended = jfab("-t", "1", "-H", "127.0.0.1:" + silent.getLocalPort(), "--", "true");
            assertEquals(4, ended.exitCode(), ended.err());
            assertTrue(errors(ended).getFirst().matches(".*\\b1 s\\b.*"), ended.err());
        }
    }

    @Test
    @DisplayName("16: Include is read, an IPv6 address may have a port, blanks around hosts do no harm")
    void defect16HostNames() throws Exception {
        Files.writeString(folder.resolve(".ssh/more"), "Host inner\n  HostName 127.0.0.2\n");
        config("Include more\n");
        assertEquals(
                List.of("[127.0.0.1] 127.0.0.1", "[inner] 127.0.0.2"),
                jfab("-H", " 127.0.0.1 , inner ", "--", "echo $SSH_CONNECTION | cut -d' ' -f3")
                        .sortedOut());
        Ended six = jfab("-H", "[::1]:1", "--", "true");
        assertEquals(4, six.exitCode(), six.err());
        assertTrue(errors(six).getFirst().startsWith("jfab: [::1]:1: "), six.err());
        Ended empty = jfab("-H", "a,,b", "--", "true");
        assertEquals(2, empty.exitCode(), empty.err());
        assertEquals(1, errors(empty).size(), empty.err());
    }

    @Test
    @DisplayName("17: what runs before a task runs on its hosts")
    void defect17HooksRunLocally() throws Exception {
        fabfile(
                "task('first') { c -> c.run('echo first') }",
                "task('last') { c -> c.run('echo last') }",
                "task('main', before: ['first'], after: ['last']) { c -> c.run('echo main') }");
        Ended ended = jfab("-H", "127.0.0.1,127.0.0.2", "main");
        for (String host : List.of("127.0.0.1", "127.0.0.2")) {
            assertEquals(
                    "first main last",
                    ended.out()
                            .lines()
                            .filter(line -> line.startsWith("[" + host + "]"))
                            .map(line -> line.substring(line.indexOf(' ') + 1))
                            .collect(Collectors.joining(" ")),
                    ended.err());
        }
    }

    @Test
    @DisplayName("18: a host named twice counts once, and what failed is never counted as success")
    void defect18Counting() throws Exception {
        fabfile(
                "task('count') { Group g ->",
                "    def result = g.run('[ $(echo $SSH_CONNECTION | cut -d\" \" -f3) = 127.0.0.1 ]', warn: true)",
                "    println \"${g.hosts().size()} ${result.succeeded.size()} ${result.failed.size()}\"",
                "}");
        Ended ended = jfab("-H", "127.0.0.1,127.0.0.1,127.0.0.2", "count");
        assertEquals("2 1 1\n", ended.out(), ended.err());
        assertEquals(
                1,
                jfab("-H", "127.0.0.1,127.0.0.1", "--", "echo x").out().lines().count());
    }

    @Test
    @DisplayName("19: directories travel both ways")
    void defect19Directories() throws Exception {
        Path tree = Files.createDirectories(folder.resolve("tree/deep er"));
        Files.writeString(tree.resolve("file"), "deep");
        Files.createDirectory(folder.resolve("tree/empty"));
        Path there = Files.createDirectory(folder.resolve("there"));
        Path back = Files.createDirectory(folder.resolve("back"));
        fabfile(
                "task('both') { c ->",
                "    c.put('tree', '" + there + "')",
                "    c.get('" + there + "/tree', '" + back + "')",
                "}");
        Ended ended = jfab("-H", "127.0.0.1", "both");
        assertEquals(0, ended.exitCode(), ended.err());
        for (Path side : List.of(there, back)) {
            assertEquals("deep", Files.readString(side.resolve("tree/deep er/file")));
            assertTrue(Files.isDirectory(side.resolve("tree/empty")));
        }
    }

    @Test
    @DisplayName("20: a fabfile that is named and missing is an error")
    void defect20MissingFileIgnored() throws Exception {
        Ended ended = jfab("-f", "none.groovy", "-H", "127.0.0.1", "--", "touch " + folder + "/ran");
        assertEquals(2, ended.exitCode());
        assertEquals(List.of("jfab: there is no fabfile none.groovy"), new ArrayList<>(errors(ended)));
        assertFalse(Files.exists(folder.resolve("ran")));
    }
}
