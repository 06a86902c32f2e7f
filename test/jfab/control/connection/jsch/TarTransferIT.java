package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Trees of files to and from hosts that have tar, and what only such hosts can do. */
@Needs(Tool.SSHD)
class TarTransferIT {
    @TempDir
    Path here;

    @TempDir
    Path there;

    private final Printed printed = new Printed();

    private void connected(WithTreeHosts.Work work) throws Exception {
        try (SshdFixture sshd = SshdFixture.start();
                JschConnector connector = new JschConnector(sshd.settings(printed))) {
            work.run(connector.open(sshd.host()));
        }
    }

    @Test
    void whatBecameADirectoryOrIsNoneAnyMoreIsNamed() throws Exception {
        Path tree = Trees.tree(here);
        Files.createDirectories(there.resolve("plain"));
        Files.writeString(there.resolve("deep"), "old");
        connected(connection -> {
            assertEquals("deep is no directory there; remove it first", refused(connection, tree, "plain"));
            Files.delete(there.resolve("deep"));
            assertEquals("plain is a directory there; remove it first", refused(connection, tree, "none"));
        });
        assertEquals(List.of("plain"), Trees.names(there));
    }

    /** The second one to come finds a folder where there was none. */
    @Test
    void severalTransfersOfANewTreeLeaveOne() throws Exception {
        Path tree = Trees.tree(here);
        for (int i = 0; i < 5; i++) {
            String into = there + "/new" + i;
            List<CompletableFuture<Void>> all = IntStream.range(0, 4)
                    .mapToObj(_ -> CompletableFuture.runAsync(() -> {
                        try {
                            connected(connection -> connection.put(tree + "/", into));
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }))
                    .toList();
            all.forEach(CompletableFuture::join);
            assertEquals(Trees.names(tree), Trees.names(Path.of(into)));
        }
    }

    private String refused(Connection connection, Path tree, String exclude) {
        String message = WithTreeHosts.failure(
                () -> connection.put(Map.of("exclude", List.of(exclude)), tree + "/", there.toString()));
        return message.substring(message.lastIndexOf(": ") + 2);
    }

    @Test
    void whatArrivedIsVerifiedBeforeItReplacesAnything() throws Exception {
        Path tree = Trees.tree(here);
        // sha256sum escapes these, or takes them for an end of line.
        for (String odd : List.of("Icon\r", "a\rb", "a\nb", "a\\nb", "a\\", "\\r\n\r")) {
            Files.writeString(tree.resolve(odd), odd);
        }
        Map<String, ?> verify = Map.of("verify", true);
        connected(connection -> {
            connection.put(verify, tree, there.toString());
            assertEquals(Trees.content(tree), Trees.content(there.resolve("model")));
            connection.get(verify, there + "/model", here + "/back/");
            assertEquals(Trees.content(tree), Trees.content(here.resolve("back/model")));
        });
        Path liar = Files.createDirectory(here.resolve("liar"));
        Trees.script(liar.resolve("tar"), "/usr/bin/tar \"$@\" && echo changed > t/plain");
        Trees.script(liar.resolve("shell"), "PATH=" + liar + ":$PATH; eval \"$SSH_ORIGINAL_COMMAND\"");
        Files.writeString(there.resolve("plain"), "old");
        try (SshdFixture lying =
                        SshdFixture.start("Subsystem other /bin/false", "ForceCommand " + liar.resolve("shell"));
                JschConnector connector = new JschConnector(lying.settings(printed));
                Connection connection = connector.open(lying.host())) {
            String message = WithTreeHosts.failure(() -> connection.put(verify, tree + "/", there.toString()));
            assertTrue(message.contains("what arrived differs: t/plain: FAILED"), message);
        }
        assertEquals("old", Files.readString(there.resolve("plain")));
        assertEquals(List.of("model", "plain"), Trees.names(there));
    }

    /** What GNU tar says of it, and the exit code that it has then. */
    @Test
    void whatIsWrittenToWhileItIsFetchedIsNamed() throws Exception {
        Path tree = Trees.tree(here);
        Path programs = Files.createDirectory(here.resolve("programs"));
        Trees.script(
                programs.resolve("tar"),
                "/usr/bin/tar \"$@\" && case \"$*\" in *-cf*) echo 'tar: ./plain: file changed as we read it' >&2; exit 1 ;; esac");
        Trees.script(programs.resolve("shell"), "PATH=" + programs + ":$PATH; eval \"$SSH_ORIGINAL_COMMAND\"");
        try (SshdFixture sshd =
                        SshdFixture.start("Subsystem other /bin/false", "ForceCommand " + programs.resolve("shell"));
                JschConnector connector = new JschConnector(sshd.settings(printed));
                Connection connection = connector.open(sshd.host())) {
            connection.get(tree.toString(), here + "/back/");
            assertEquals(
                    sshd.host() + ": " + tree
                            + ": tar: ./plain: file changed as we read it; get it again when nothing writes there",
                    printed.notices().getLast());
        }
        assertEquals(Trees.content(tree), Trees.content(here.resolve("back/model")));
    }

    /** Nothing would end the wait for such a host. */
    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aHostThatGoesOnBehindTheEndOfItsArchiveIsNotListenedTo() throws Exception {
        Path tree = Trees.tree(here);
        Path programs = Files.createDirectory(here.resolve("programs"));
        Trees.script(programs.resolve("tar"), "/usr/bin/tar \"$@\"; case \"$*\" in *-cf*) exec cat /dev/zero ;; esac");
        Trees.script(programs.resolve("shell"), "PATH=" + programs + ":$PATH; eval \"$SSH_ORIGINAL_COMMAND\"");
        try (SshdFixture sshd =
                        SshdFixture.start("Subsystem other /bin/false", "ForceCommand " + programs.resolve("shell"));
                JschConnector connector = new JschConnector(sshd.settings(printed));
                Connection connection = connector.open(sshd.host())) {
            String message = WithTreeHosts.failure(() -> connection.get(tree.toString(), there.toString()));
            assertTrue(
                    message.endsWith("the host sends more and more: over 1 MB after the end of what it has"), message);
        }
        assertEquals(List.of(), Trees.names(there));
    }

    @Test
    void anArchiveThatIsCutOffReplacesNothing() throws Exception {
        Path tree = Trees.tree(here);
        Path cutter = Files.createDirectory(here.resolve("cutter"));
        // Two blocks of nothing end an archive, wherever they stand.
        Trees.script(cutter.resolve("tar"), "{ head -c 512; head -c 1024 /dev/zero; } | /usr/bin/tar \"$@\"");
        Trees.script(cutter.resolve("shell"), "PATH=" + cutter + ":$PATH; eval \"$SSH_ORIGINAL_COMMAND\"");
        try (SshdFixture cutting =
                        SshdFixture.start("Subsystem other /bin/false", "ForceCommand " + cutter.resolve("shell"));
                JschConnector connector = new JschConnector(cutting.settings(printed));
                Connection connection = connector.open(cutting.host())) {
            assertTrue(WithTreeHosts.failure(() -> connection.put(tree + "/", there.toString()))
                    .endsWith("only a part of it arrived"));
        }
        assertEquals(List.of(), Trees.names(there));
    }

    @Test
    @Needs(Tool.SUDO)
    void rootCopiesByWayOfAPrivateDirectory() throws Exception {
        Path tree = Trees.tree(here);
        Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwx------"));
        Map<String, ?> sudo = Map.of("sudo", true);
        connected(connection -> {
            connection.put(Map.of("sudo", true, "owner", "nobody", "mkdirs", true), tree, there + "/srv/new");
            assertEquals(Trees.content(tree), Trees.content(there.resolve("srv/new/model")));
            assertEquals(
                    "nobody",
                    Files.getOwner(there.resolve("srv/new/model/plain")).getName());
            connection.put(Map.of("sudo", true, "text", "secret", "mode", 0600), there + "/secret");
            assertEquals("secret", connection.getText(sudo, there + "/secret"));
            assertEquals("rw-------", Trees.mode(there.resolve("secret")));
            connection.put(sudo, tree.resolve("plain"), there.toString());
            connection.get(sudo, there + "/srv/new/model", here + "/back/");
            assertEquals(Trees.content(tree), Trees.content(here.resolve("back/model")));
            connection.get(sudo, there + "/secret", here + "/{dirname}/");
            assertTrue(Files.exists(here.resolve(there.toString().substring(1) + "/secret"))
                    || Files.exists(Path.of(here + "/" + there + "/secret")));
            assertEquals("", connection.run("ls -A ~/.jfab/tmp").out(), "private directories are left");
        });
        assertEquals(List.of("plain", "secret", "srv"), Trees.names(there));
    }
}
