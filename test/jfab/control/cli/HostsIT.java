package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.WithSshd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where tasks run and in which order, with the command jfab and a real sshd that is ten hosts. */
class HostsIT extends WithSshd {
    @TempDir
    private Path folder;

    private Ended jfab(String fabfile, String... arguments) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), fabfile);
        List<String> all = new ArrayList<>(List.of("--port", Integer.toString(sshd.port())));
        if (!fabfile.contains("identity:")) {
            all.addAll(List.of("-i", key()));
        }
        all.addAll(List.of(arguments));
        return JfabProcess.run(folder, "", all);
    }

    private static String key() {
        return sshd.folder().resolve("id_ed25519").toString();
    }

    private static List<String> hosts(Ended ended) {
        return ended.out()
                .lines()
                .map(line -> line.replaceAll(".*(127\\.0\\.0\\.\\d+).*", "$1"))
                .toList();
    }

    private static List<String> sorted(Ended ended) {
        return hosts(ended).stream().sorted().toList();
    }

    @Test
    void rolesPatternsFilesAndExclusionsChooseHosts() throws Exception {
        String fabfile = """
                role 'front', '127.0.0.[1-3]'
                roles back: '127.0.0.[4-6]', all: ['@front', '@back']
                hosts '@back'
                task('who') { c -> println c.host().name() }
                task('mine', roles: ['front'], hosts: '127.0.0.9') { c -> println c.host().name() }
                """;
        assertEquals(List.of("127.0.0.4", "127.0.0.5", "127.0.0.6"), sorted(jfab(fabfile, "who")));
        assertEquals(List.of("127.0.0.1", "127.0.0.2", "127.0.0.3"), sorted(jfab(fabfile, "-R", "front", "who")));
        assertEquals(List.of("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.9"), sorted(jfab(fabfile, "mine")));
        assertEquals(
                List.of("127.0.0.1", "127.0.0.5", "127.0.0.7"),
                sorted(jfab(fabfile, "-R", "all", "-H", "127.0.0.7", "-x", "127.0.0.[2-4],@back!127.0.0.5", "who")));
        Files.writeString(folder.resolve("nodes"), "127.0.0.[1-2] # two\n");
        assertEquals(List.of("127.0.0.2"), sorted(jfab(fabfile, "-H", "^nodes!127.0.0.1", "who")));
        assertEquals(
                List.of("127.0.0.2", "127.0.0.3"),
                sorted(jfab(fabfile, "-H", "@front", "-x", "127.0.0.1", "--", "echo ${SSH_CONNECTION% *}")));
    }

    @Test
    void mistakesInHostsAreOneLineAndExitCodeTwo() throws Exception {
        String fabfile =
                "role 'gpu', 'a'\ntask('who') { c -> }\nhosts fromCommand(['sh', '-c', 'echo no >&2; exit 3'])";
        usage("--roles: no role 'gup'; did you mean 'gpu'?", jfab(fabfile, "-R", "gup", "who"));
        usage("--hosts: 'a,,b' has an empty name; write host,host", jfab(fabfile, "-H", "a,,b", "who"));
        usage("the hosts' command 'sh -c echo no >&2; exit 3' exited with 3: no", jfab(fabfile, "who"));
        usage("no hosts: --exclude leaves none of a", jfab(fabfile, "-R", "gpu", "-x", "a", "who"));
        usage("--wait is the time between batches; add --batch", jfab(fabfile, "--wait", "3s", "-H", "a", "who"));
        usage(
                "--keep-going and --fail-fast contradict each other",
                jfab(fabfile, "--keep-going", "--fail-fast", "who"));
        usage("--rerun takes 'failed', not 'all'", jfab(fabfile, "--rerun", "all", "who"));
        usage(
                "fabfile.groovy:1: host takes no gateway: the host before it is ProxyJump in the ssh_config, -J bastion, or"
                        + " settings jump: 'bastion' for all hosts",
                jfab("host 'a', gateway: 'b'; task('who') { c -> c.run('id') }", "-H", "a", "who"));
    }

    private static void usage(String message, Ended ended) {
        assertEquals("jfab: " + message + "\n", ended.err());
        assertEquals(2, ended.exitCode());
    }

    @Test
    void whatIsKnownOfAHostReachesItAndItsTasks() throws Exception {
        Files.createDirectories(folder.resolve(".ssh"));
        Files.writeString(
                folder.resolve(".ssh/config"),
                "Host one two\n  HostName 127.0.0.3\nHost other\nHost o*\n  Compression no\n");
        Ended ended = jfab("""
                host 'one', identity: '%s', rack: 'r1'
                hosts fromSshConfig('o*')
                task('where') { c -> c.run("echo $SSH ${c.host().rack}") }
                """.formatted(key()).replace("$SSH", "\\$SSH_CONNECTION"), "-x", "other", "where");
        assertEquals(0, ended.exitCode(), ended.err());
        assertTrue(ended.out().matches(".* 127\\.0\\.0\\.3 \\d+ r1\n"), ended.out());
    }

    @Test
    void hostsFromAProgramAreJsonOrWords() throws Exception {
        String task = "\ntask('who') { c -> println c.host().name() }";
        Ended json = jfab("hosts fromCommand(['echo', '[\"127.0.0.1\", \"127.0.0.[2-3]\"]'])" + task, "who");
        assertEquals(List.of("127.0.0.1", "127.0.0.2", "127.0.0.3"), sorted(json));
        Ended words = jfab("hosts fromCommand(['printf', '127.0.0.4\\n127.0.0.5\\n'])" + task, "who");
        assertEquals(List.of("127.0.0.4", "127.0.0.5"), sorted(words));
    }

    @Test
    void seriesAndBatchesKeepTheirOrder() throws Exception {
        String fabfile = """
                task('a') { c -> c.run('echo a'); }
                task('b') { c -> c.run('echo b') }
                task('one', serial: true) { c -> c.run('echo one') }
                task('roll', batch: ['1', 'rest']) { c -> c.run(c.host().name() == '127.0.0.1' ? 'exit 9' : 'echo roll') }
                """;
        Ended serial = jfab(fabfile, "--serial", "-H", "127.0.0.[1-3]", "a", "b");
        assertEquals(
                "[127.0.0.1] a\n[127.0.0.2] a\n[127.0.0.3] a\n[127.0.0.1] b\n[127.0.0.2] b\n[127.0.0.3] b\n",
                serial.out());
        Ended batch = jfab(fabfile, "--batch", "1", "--wait", "10ms", "-H", "127.0.0.[1-2]", "a", "b");
        assertEquals("[127.0.0.1] a\n[127.0.0.1] b\n[127.0.0.2] a\n[127.0.0.2] b\n", batch.out());
        assertTrue(batch.err().contains("batch 2 of 2: 127.0.0.2\n"), batch.err());
        assertEquals(
                "[127.0.0.3] one\n[127.0.0.1] one\n",
                jfab(fabfile, "-H", "127.0.0.3,127.0.0.1", "one").out());
        Ended rolled = jfab(fabfile, "-H", "127.0.0.[1-3]", "roll");
        assertEquals("", rolled.out());
        assertEquals(9, rolled.exitCode());
        assertTrue(rolled.err().contains("127.0.0.1 failed"), rolled.err());
    }

    @Test
    void keepGoingRunsTheRestAndRerunTakesWhatFailed() throws Exception {
        String fabfile = """
                hosts '127.0.0.[1-3]'
                task('a') { c -> c.run("[ -e $good ] || [ ${c.host().name()} != 127.0.0.2 ]") }
                task('b') { c -> println c.host().name() }
                """.replace("$good", folder.resolve("good").toString());
        Ended kept = jfab(fabfile, "--keep-going", "a", "b");
        assertEquals(List.of("127.0.0.1", "127.0.0.3"), sorted(kept));
        assertEquals(1, kept.exitCode());
        assertEquals("rwx------", mode(folder.resolve(".local/state/jfab/failed")));
        Files.createFile(folder.resolve("good"));
        Ended again = jfab(fabfile, "--rerun", "failed", "a", "b");
        assertEquals(List.of("127.0.0.2"), hosts(again));
        assertEquals(0, again.exitCode());
        Ended none = jfab(fabfile, "--rerun", "failed", "a");
        usage("--rerun failed: no host failed in the last invocation with " + folder.resolve("fabfile.groovy"), none);
        try (Stream<Path> left = Files.list(folder.resolve(".local/state/jfab/failed"))) {
            assertEquals(0, left.count());
        }
    }

    private static String mode(Path path) throws Exception {
        return java.nio.file.attribute.PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void theFirstFailureStopsTheOthers() throws Exception {
        String fabfile = """
                hosts '127.0.0.[1-3]'
                task('a') { c -> c.run(c.host().name() == '127.0.0.2' ? 'exit 5' : 'exec sleep 600') }
                """;
        Ended ended = jfab(fabfile, "--fail-fast", "a");
        assertEquals(5, ended.exitCode());
        assertTrue(ended.err().contains("stopped all hosts because 127.0.0.2 failed\n"), ended.err());
        assertTrue(ended.err().contains("not finished: 127.0.0.2 failed"), ended.err());
    }

    @Test
    void connectingIsTriedAgainButARefusedLoginIsNot() throws Exception {
        Ended closed = jfab("", "--retries", "1", "-H", "127.0.0.1:1", "--", "true");
        assertTrue(closed.err().contains("trying again in 1 s (1 of 1)"), closed.err());
        assertEquals(4, closed.exitCode());
        Path other = folder.resolve("other");
        SshdFixture.keygen(other, "");
        Ended refused = JfabProcess.run(
                folder,
                "",
                List.of(
                        "-i",
                        other.toString(),
                        "--port",
                        Integer.toString(sshd.port()),
                        "--retries",
                        "3",
                        "-H",
                        "127.0.0.1",
                        "--",
                        "true"));
        assertFalse(refused.err().contains("trying again"), refused.err());
        assertEquals(1, refused.exitCode());
    }
}
