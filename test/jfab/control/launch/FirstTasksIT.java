package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/first-tasks.md literally. */
@Needs({Tool.SSHD, Tool.SUDO})
class FirstTasksIT {
    @TempDir
    Path home;

    @Test
    void itLeadsFromAnEmptyFolderToTasksOnTwoHosts() throws Exception {
        TypedPage page = TypedPage.read(Path.of("docs/first-tasks.md"));
        assertTrue(page.shown().size() > 20, page::toString);
        Files.createSymbolicLink(home.resolve("jfab"), Path.of("jfab").toAbsolutePath());
        TypedPage typed = new TypedPage("PATH=$HOME:$PATH\n" + page.typed(), page.shown());
        try (SshdHosts hosts = SshdHosts.start(home, 2)) {
            typed.run(home, hosts.aliases("a", "b"));
            for (int host = 1; host <= 2; host++) {
                assertEquals(
                        "<h1>Hello</h1>\n", Files.readString(hosts.home(host).resolve("www/index.html")));
            }
        } finally {
            Files.delete(home.resolve("jfab"));
        }
    }
}
