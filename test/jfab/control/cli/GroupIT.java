package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups that task bodies make, with a real sshd that is ten hosts. */
class GroupIT extends WithSshd {
    @TempDir
    private Path folder;

    private Ended jfab(String fabfile, String... arguments) throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), fabfile);
        List<String> all = new java.util.ArrayList<>(List.of(
                "--port",
                Integer.toString(sshd.port()),
                "-i",
                sshd.folder().resolve("id_ed25519").toString()));
        all.addAll(List.of(arguments));
        return JfabProcess.run(folder, "", all);
    }

    @Test
    void aBodyWorksOnOtherHostsThanItsOwn() throws Exception {
        Ended ended = jfab("""
                role 'back', '127.0.0.[4-6]'
                task('t') { c ->
                    def results = group('@back!127.0.0.5', '127.0.0.4').run(['echo', 'a  b'])
                    println results.collect { it.host().name() + '=' + it.value().out().trim() }.join(',')
                    println results.succeeded.size() + ' ' + results.failed.size() + ' ' + results.ok()
                }
                """, "-H", "127.0.0.1", "t");
        assertTrue(ended.out().contains("127.0.0.4=a  b,127.0.0.6=a  b\n"), ended.out() + ended.err());
        // Whose lines these are is told although the task runs on one host.
        assertTrue(ended.out().contains("[127.0.0.4] a  b\n"), ended.out());
        assertTrue(ended.out().endsWith("2 0 true\n"), ended.out());
        assertEquals(0, ended.exitCode());
    }

    @Test
    void aCommandThatFailsOnSomeFailsTheTaskAfterAllHaveEnded() throws Exception {
        String fabfile = """
                task('t') { c -> group('127.0.0.[1-3]').run('case $SSH_CONNECTION in *127.0.0.2*) exit 7;; *) echo on;; esac') }
                task('all') { Group g -> g.run('exit 8') }
                task('kept') { Group g -> println g.run { it.run('false') }.failed.size() }
                """;
        Ended one = jfab(fabfile, "-H", "127.0.0.9", "t");
        assertEquals(2, one.out().lines().filter(line -> line.endsWith("on")).count(), one.out());
        assertEquals(7, one.exitCode());
        assertTrue(one.err().contains("127.0.0.2: "), one.err());
        assertEquals(8, jfab(fabfile, "-H", "127.0.0.[1-2]", "all").exitCode());
        Ended kept = jfab(fabfile, "-H", "127.0.0.[1-2]", "kept");
        assertEquals("2\n", kept.out());
        assertEquals(0, kept.exitCode());
    }

    @Test
    void aFileOfOneHostIsNotReplacedByAnotherThatRunsBesideIt() throws Exception {
        Path remote = Files.createDirectories(folder.resolve("there"));
        Files.writeString(remote.resolve("a.txt"), "text");
        String fabfile = """
                task('one') { c -> c.get('%1$s/a.txt', 'here') }
                task('tree') { c -> c.get('%1$s/', 'tree') }
                task('link') { c -> c.get('%1$s/*', c.host == '127.0.0.1' ? 'in' : 'alias') }
                task('grouped') { c -> group('127.0.0.[1-2]').run { it.get('%1$s/a.txt', 'grouped') } .orThrow() }
                task('out') { c -> c.run('echo x', out: 'printed') }
                task('own') { c ->
                    c.get('%1$s/a.txt', "own-$c.host")
                    c.get('%1$s/a.txt', "own-$c.host")
                    c.run("cp %1$s/a.txt %1$s/$c.host; sleep 1")
                    c.get("%1$s/$c.host", 'own')
                }
                """.formatted(remote);
        Files.createDirectories(folder.resolve("in"));
        Files.createSymbolicLink(folder.resolve("alias"), Path.of("in"));
        Files.createDirectories(folder.resolve("own"));
        for (String task : List.of("one", "tree", "link", "grouped", "out")) {
            Ended ended = jfab(fabfile, "-H", "127.0.0.[1-2]", task);
            assertEquals(1, ended.exitCode(), task + ended.err());
            assertTrue(ended.err().contains("must not write the same file; put {host} into its name"), ended.err());
        }
        assertEquals("text", Files.readString(folder.resolve("here")));
        assertEquals(0, jfab(fabfile, "-H", "127.0.0.[1-2]", "own").exitCode());
        Ended serial = jfab(fabfile, "-P", "1", "-H", "127.0.0.[1-2]", "one");
        assertEquals(0, serial.exitCode(), serial.err());
    }

    @Test
    void filesGoToAllAndComeBackIntoAFolderPerHost() throws Exception {
        Files.writeString(folder.resolve("sent"), "text");
        Path remote = folder.resolve("received");
        Ended ended = jfab("""
                task('t') { Group g ->
                    g.put(Path.of('sent'), '%1$s')
                    g.get('%1$s', Path.of('got'))
                    g.put('sent', '%1$s', mode: 0600)
                    g.get('%1$s')
                    println g.get('%1$s', 'all/{host}.txt')*.value()*.files()
                }
                """.formatted(remote), "-H", "127.0.0.[1-2]", "t");
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("text", Files.readString(folder.resolve("got/127.0.0.1/received")));
        assertEquals("text", Files.readString(folder.resolve("got/127.0.0.2/received")));
        assertEquals("text", Files.readString(folder.resolve("127.0.0.2/received")));
        assertEquals("text", Files.readString(folder.resolve("all/127.0.0.1.txt")));
        assertEquals("[1, 1]\n", ended.out());
    }

    @Test
    void thePoolSizeBoundsGroupsToo() throws Exception {
        // Alone, no host finds another's mark.
        Path mark = folder.resolve("mark");
        String alone = "[ ! -e %1$s ] && touch %1$s && sleep 0.3 && rm %1$s".formatted(mark);
        Ended ended = jfab("""
                task('own') { Group g -> g.run('%1$s') }
                task('other') { c -> group('127.0.0.[1-4]').run('%1$s') }
                """.formatted(alone), "-P", "1", "-H", "127.0.0.[1-4]", "own");
        assertEquals(0, ended.exitCode(), ended.err());
        Ended other = JfabProcess.run(
                folder,
                "",
                List.of(
                        "--port",
                        Integer.toString(sshd.port()),
                        "-i",
                        sshd.folder().resolve("id_ed25519").toString(),
                        "--pool-size=1",
                        "-H",
                        "127.0.0.1",
                        "other"));
        assertEquals(0, other.exitCode(), other.err());
    }

    @Test
    void aGroupOutsideATaskIsRefused() throws Exception {
        Ended ended = jfab("group('a')\ntask('t') { c -> }", "-H", "127.0.0.1", "t");
        assertEquals(
                "jfab: fabfile.groovy:1: 'group' belongs into a task, not at the top of the fabfile\n", ended.err());
        assertEquals(2, ended.exitCode());
    }
}
