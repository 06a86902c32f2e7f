package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.control.cli.JfabProcess.Ended;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dry run as a process; its hosts are addresses that are reserved for documentation, where nothing ever answers. */
class DryRunIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void fabfile() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                hosts 'root@192.0.2.[1-2]'
                task('build') { c -> c.run('make all') }
                task('push', before: ['build']) { c ->
                    c.put(java.nio.file.Path.of('fabfile.groovy'), 'site/')
                    c.put('motd', text: 'hello')
                    c.run(['rm', '-rf', 'my site'])
                    c.get('log', java.nio.file.Path.of('log'))
                }
                task('version') { c -> println c.run('cat version').stdout.split(':')[1] }
                task('wrong') { c -> c.put(java.nio.file.Path.of('no-such-file'), 'x') }
                task('all') { Group g -> g.run { it.run('one') }; println g.hosts().size() }
                """);
    }

    private Ended jfab(String... arguments) throws Exception {
        return JfabProcess.run(folder, "", List.of(arguments));
    }

    @Test
    void eachHostsCommandsAndCopiesAreShownInOrder() throws Exception {
        Ended ended = jfab("--dry-run", "push");
        assertEquals("""
                [192.0.2.1] run: make all
                [192.0.2.2] run: make all
                [192.0.2.1] put: fabfile.groovy to site/
                [192.0.2.1] put: content to motd
                [192.0.2.1] run: rm -rf 'my site'
                [192.0.2.1] get: log to log
                [192.0.2.2] put: fabfile.groovy to site/
                [192.0.2.2] put: content to motd
                [192.0.2.2] run: rm -rf 'my site'
                [192.0.2.2] get: log to log
                """, ended.out());
        assertEquals(0, ended.exitCode(), ended.err());
        assertFalse(Files.exists(folder.resolve("log")));
    }

    @Test
    void theOtherSpellingsAndBatchesWork() throws Exception {
        assertEquals(
                "[192.0.2.1] run: make all\n[192.0.2.2] run: make all\n",
                jfab("-n", "build").out());
        Ended batch = jfab("--dry", "--batch", "1", "--wait", "1h", "build");
        assertEquals("[192.0.2.1] run: make all\n[192.0.2.2] run: make all\n", batch.out());
        assertTrue(jfab("-n", "all").out().endsWith("2\n"));
        assertEquals(
                "run: ls 'a b'\n",
                jfab("-n", "-H", "192.0.2.1", "--", "ls", "a b").out());
    }

    @Test
    void aFileThatIsMissingHereIsFoundOut() throws Exception {
        Ended ended = jfab("-n", "-x", "192.0.2.2", "wrong");
        assertTrue(ended.err().contains("root@192.0.2.1: no-such-file: no such file"), ended.err());
        assertEquals(1, ended.exitCode());
    }

    @Test
    void aTaskThatNeedsOutputIsToldWhyThereIsNone() throws Exception {
        String why = "in a dry run commands succeed and print nothing; what needs their output may fail in it alone\n";
        Ended ended = jfab("-n", "-x", "192.0.2.2", "version");
        assertTrue(ended.err().contains("fabfile.groovy:9") && ended.err().contains(why), ended.err());
        assertEquals(1, ended.exitCode());
        assertFalse(jfab("-n", "-x", "192.0.2.2", "wrong").err().contains(why));
    }

    @Test
    void noSocketIsOpenedAndNothingIsRemembered() throws Exception {
        try (JfabProcess jfab = JfabProcess.start(
                folder,
                List.of("-Xlog:class+load:file=loaded.txt", "-Xlog:class+init:file=used.txt"),
                List.of("-n", "push"))) {
            assertEquals(0, jfab.await().exitCode());
        }
        assertFalse(Files.readString(folder.resolve("loaded.txt")).contains(" com.jcraft.jsch.JSch "));
        assertFalse(Files.readString(folder.resolve("used.txt")).contains("'sun/nio/ch/Net'"), "opened a socket");
        assertFalse(Files.exists(folder.resolve(".ssh")));
        assertFalse(Files.exists(folder.resolve(".local")));
    }
}
