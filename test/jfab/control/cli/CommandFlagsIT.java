package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The flags that say how commands run, and the standard input that they get, as a user has them. */
class CommandFlagsIT extends WithSshd {
    @TempDir
    private Path folder;

    @BeforeEach
    void fabfile() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('fails') { c -> c.run('echo shown; exit 3'); println 'went on' }
                task('terminal') { c -> c.run('[ -t 1 ] && echo yes || echo no') }
                task('wrong') { c ->
                    c.run('true', hidde: true)
                }
                task('within') { c ->
                    c.cd('/') { env(A: 'x y') { run('pwd; echo $A') } }
                    println c.local('pwd', hide: true).out().trim()
                }
                task('pipes') { c -> c.run('cat') }
                task('meanwhile') { c ->
                    def one = c.start('echo one')
                    def two = start('echo two', hide: false)
                    println one.join().out().trim() + ' ' + two.join().exited()
                }
                task('forgets') { c -> c.start('sleep 300') }
                task('joins') { c ->
                    c.start('exit 5').join()
                }
                """);
    }

    private Ended jfab(String input, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("-i", sshd.folder().resolve("id_ed25519").toString(), "--port", Integer.toString(sshd.port())));
        all.addAll(List.of(arguments));
        return JfabProcess.run(folder, input, all);
    }

    @Test
    void everyHostGetsAllOfTheStandardInput() throws Exception {
        Ended ended = jfab("l1\nl2\n", "-H", "127.0.0.1,127.0.0.2,127.0.0.3", "--", "cat | wc -l");
        assertEquals(List.of("[127.0.0.1] 2", "[127.0.0.2] 2", "[127.0.0.3] 2"), ended.sortedOut());
    }

    @Test
    void aPipeGetsTheBytesOfASingleHost() throws Exception {
        String bytes = "printf '10%%\\r\\342\\202'; sleep 1; printf '\\254\\r\\nend'";
        assertEquals(
                "10%\r\u20ac\r\nend", jfab("", "-H", "127.0.0.1", "--", bytes).out());
        assertEquals("", jfab("", "--hide=out", "-H", "127.0.0.1", "--", bytes).out());
        Ended two = jfab("", "-H", "127.0.0.1,127.0.0.2", "--", bytes);
        assertTrue(two.out().contains("[127.0.0.1] 10%\r\u20ac\n"), two.out());
        assertTrue(two.out().contains("[127.0.0.2] end\n"), two.out());
    }

    @Test
    void muchStandardInputArrivesWhole() throws Exception {
        Ended ended = jfab("0123456789abcde\n".repeat(200_000), "-H", "127.0.0.1,127.0.0.2", "--", "cat | wc -c");
        assertEquals(List.of("[127.0.0.1] 3200000", "[127.0.0.2] 3200000"), ended.sortedOut());
    }

    @Test
    void aTasksCommandsReadNothingUnlessTheySay() throws Exception {
        Ended ended = jfab("not for you\n", "-H", "127.0.0.1", "pipes");
        assertEquals("", ended.out());
        assertEquals(0, ended.exitCode());
    }

    @Test
    void warnOnlyLetsATaskGoOn() throws Exception {
        assertEquals(3, jfab("", "-H", "127.0.0.1", "fails").exitCode());
        Ended ended = jfab("", "-w", "-H", "127.0.0.1", "fails");
        assertEquals("shown\nwent on\n", ended.out());
        assertEquals(0, ended.exitCode());
    }

    @Test
    void echoShowsHostAndCommandAndHideHidesBoth() throws Exception {
        Ended echoed = jfab("", "-e", "-w", "-H", "127.0.0.1,127.0.0.2", "fails");
        assertTrue(echoed.err().contains("[127.0.0.2] $ echo shown; exit 3\n"), echoed.err());
        Ended hidden = jfab("", "-e", "-w", "--hide=both", "-H", "127.0.0.1", "fails");
        assertEquals("went on\n", hidden.out());
        assertTrue(!hidden.err().contains("$ "), hidden.err());
    }

    @Test
    @Needs(Tool.TERMINALS)
    void ptyGivesCommandsATerminal() throws Exception {
        assertEquals("no\n", jfab("", "-H", "127.0.0.1", "terminal").out());
        assertEquals("yes\n", jfab("", "-p", "-H", "127.0.0.1", "terminal").out());
    }

    @Test
    void aTaskStartsCommandsAndJoinsThem() throws Exception {
        assertEquals(
                List.of("one 0", "two"),
                jfab("", "-H", "127.0.0.1", "meanwhile").sortedOut());
        Ended failed = jfab("", "-H", "127.0.0.1", "joins");
        assertEquals(5, failed.exitCode());
        assertTrue(failed.err().contains("`exit 5` exited with 5 (fabfile.groovy:18)"), failed.err());
        assertEquals(
                "run: echo one\nrun: echo two\n 0\n",
                jfab("", "-n", "-H", "127.0.0.1", "meanwhile").out());
    }

    @Test
    void aCommandThatATaskForgetsIsEndedAndNamed() throws Exception {
        Ended ended = jfab("", "-H", "127.0.0.1", "forgets");
        assertTrue(ended.err().contains("`sleep 300` still ran when its task ended, and was stopped"), ended.err());
        assertEquals(0, ended.exitCode());
    }

    @Test
    void blocksHoldForWordsWithoutTheConnectionToo() throws Exception {
        Ended ended = jfab("", "-H", "127.0.0.1", "within");
        assertEquals("/\nx y\n" + folder.toRealPath() + "\n", ended.out());
    }

    @Test
    void aWrongOptionIsAnsweredWithItsPlaceAndTheNearest() throws Exception {
        Ended ended = jfab("", "-H", "127.0.0.1", "wrong");
        assertTrue(ended.err().contains("run has no option 'hidde'; did you mean 'hide'?"), ended.err());
        assertTrue(ended.err().contains("fabfile.groovy:4"), ended.err());
        assertEquals(1, ended.exitCode());
    }

    @Test
    void filesTravelBetweenTheDirectoryOfCdAndTheFolderOfLcd() throws Exception {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path here = Files.createDirectory(folder.resolve("here"));
        Files.writeString(here.resolve("sent"), "text");
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('travel') { c ->
                    c.cd('%s') { c.lcd('here') { c.put('sent', 'kept'); c.get('kept', 'back') } }
                    println c.getText('%s/kept')
                }
                """.formatted(there, there));
        Ended ended = jfab("", "-H", "127.0.0.1", "travel");
        assertEquals("text\n", ended.out(), ended.err());
        assertEquals("text", Files.readString(there.resolve("kept")));
        assertEquals("text", Files.readString(here.resolve("back")));
    }
}
