package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.WithSshd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The session of a task's connection, which it can do without for a while, as where the host starts again. */
class ReopenedSessionIT extends WithSshd {
    @TempDir
    private Path folder;

    private Ended run(String body) throws Exception {
        Files.createDirectories(folder.resolve(".ssh"));
        Files.writeString(
                folder.resolve(".ssh/config"),
                "Host *\n  Port " + sshd.port() + "\n  IdentityFile "
                        + sshd.folder().resolve("id_ed25519") + "\n");
        Files.writeString(folder.resolve("fabfile.groovy"), "task('go') { c ->\n" + body + "\n}\n");
        return JfabProcess.run(folder, "", List.of("-H", "127.0.0.1", "go"));
    }

    @Test
    void whatATaskClosesIsOpenedAgain() throws Exception {
        Ended ended = run("""
                def one = c.run('echo $PPID', hide: true).out()
                c.close()
                println c.connected
                def other = c.run('echo $PPID', hide: true).out()
                println one != other
                println c.connected
                """);
        assertEquals("false\ntrue\ntrue\n", ended.out(), ended.err());
        assertEquals(0, ended.exitCode());
    }

    @Test
    void whatTheHostHasEndedIsOpenedAgain() throws Exception {
        Ended ended = run("""
                c.run('(sleep 0.3; kill -9 $PPID) >/dev/null 2>&1 &')
                while (c.connected) { sleep 50 }
                println c.run('echo again', hide: true).out().trim()
                c.put('%1$s/there', text: 'text')
                println c.exists('%1$s/there')
                """.formatted(folder));
        assertEquals("again\ntrue\n", ended.out(), ended.err());
        assertEquals(0, ended.exitCode());
    }
}
