package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that run with other tasks, on real hosts. */
class HooksIT extends WithSshd {
    @TempDir
    private Path folder;

    private static final String FABFILE = """
            hosts '127.0.0.1', '127.0.0.2'
            task('clean') { c, path -> c.run("echo clean $path") }
            task('status') { c -> c.run('echo status') }
            task('unlock') { c -> c.run('echo unlock') }
            task('migrate', once: true) { c -> c.run('echo migrate') }
            task('push', before: [calling('clean', path: '/x'), 'migrate'], after: 'status', always: 'unlock',
                    code: 0) { c, code -> c.run("echo push; exit $code") }
            task('other', before: 'migrate', always: 'status') { c -> c.run('echo other') }
            namespace('docs') {
                task('build', default: true, aliases: ['b']) { c -> c.run('echo built') }
            }
            """;

    private Ended jfab(String fabfile, String... arguments) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), fabfile);
        List<String> all = new ArrayList<>(
                List.of("-i", sshd.folder().resolve("id_ed25519").toString(), "--port", Integer.toString(sshd.port())));
        all.addAll(List.of(arguments));
        return JfabProcess.run(folder, "", all);
    }

    /** What each call printed, in order of the calls. */
    private static List<String> calls(Ended ended) {
        return ended.out()
                .lines()
                .map(line -> line.replaceAll("^\\[.*?] ", ""))
                .distinct()
                .toList();
    }

    private static long hosts(Ended ended, String printed) {
        return ended.out().lines().filter(line -> line.endsWith("] " + printed)).count();
    }

    @Test
    void whatGoesWithATaskRunsOnItsHostsInOrder() throws Exception {
        Ended ended = jfab(FABFILE, "push");
        assertEquals(List.of("clean /x", "migrate", "push", "status", "unlock"), calls(ended), ended.err());
        assertEquals(2, hosts(ended, "clean /x"));
        assertEquals(2, hosts(ended, "status"));
        assertEquals(1, hosts(ended, "migrate"));
        assertEquals(0, ended.exitCode());
    }

    @Test
    void afterAFailureOnlyWhatIsAlwaysRunRuns() throws Exception {
        Ended ended = jfab(FABFILE, "push", "--code=3", "other");
        assertEquals(List.of("clean /x", "migrate", "push", "unlock"), calls(ended), ended.err());
        assertEquals(2, hosts(ended, "unlock"));
        assertTrue(ended.err().contains(" failed: status, other\n"), ended.err());
        assertEquals(3, ended.exitCode());
    }

    @Test
    void whatIsDeclaredOnceRunsOnceForAllTasksAndHosts() throws Exception {
        Ended ended = jfab(FABFILE, "push", "other", "migrate");
        assertEquals(1, hosts(ended, "migrate"), ended.out());
        assertEquals(2, hosts(ended, "other"));
    }

    @Test
    void withoutDedupeWhatIsDeclaredOnceRunsEachTimeThatItIsNamed() throws Exception {
        Ended ended = jfab(FABFILE, "--no-dedupe", "push", "other", "migrate");
        assertEquals(3, hosts(ended, "migrate"), ended.out());
        String calling = FABFILE + "task('calls') { c -> invoke('migrate'); invoke('other') }\n";
        assertEquals(1, hosts(jfab(calling, "calls"), "migrate"));
        assertEquals(4, hosts(jfab(calling, "--no-dedupe", "calls"), "migrate"));
    }

    @Test
    void aNamespaceAnAliasAndNothingAtAllNameTasks() throws Exception {
        for (String name : List.of("docs.build", "docs.b", "docs")) {
            assertEquals(List.of("built"), calls(jfab(FABFILE, name)));
        }
        String fallback = FABFILE + "task('all', default: true) { c -> c.run('echo all') }\n";
        assertEquals(List.of("all"), calls(jfab(fallback)));
        Files.writeString(folder.resolve("fabfile.groovy"), FABFILE);
        assertTrue(JfabProcess.run(folder, "", List.of()).out().startsWith("Usage: jfab "));
    }

    @Test
    void afterCtrlCNothingElseBegins() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), FABFILE + """
                task('hang', always: 'unlock') { c -> c.run('echo on; exec sleep 1000') }
                task('hang_inside', always: 'unlock') { c -> invoke('hang') }
                """);
        for (String task : List.of("hang", "hang-inside")) {
            List<String> arguments = List.of(
                    "-i",
                    sshd.folder().resolve("id_ed25519").toString(),
                    "--port",
                    Integer.toString(sshd.port()),
                    "-H",
                    "127.0.0.3",
                    task);
            try (JfabProcess jfab = JfabProcess.start(folder, List.of(), arguments)) {
                assertEquals("on", jfab.nextLine());
                jfab.interrupt();
                Ended ended = jfab.await();
                assertEquals("on\n", ended.out(), task);
                assertEquals(130, ended.exitCode(), ended.err());
            }
        }
    }

    @Test
    void aHookThatDoesNotExistIsOneLine() throws Exception {
        Ended ended = jfab(FABFILE + "\ntask('x', after: 'stats') { c -> }", "x");
        assertEquals(
                "jfab: fabfile.groovy:13: task 'x' has after: 'stats', which is no task; did you mean 'status'?\n",
                ended.err());
        assertEquals(2, ended.exitCode());
    }
}
