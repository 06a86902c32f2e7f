package jfab.control.connection.jsch;

import static jfab.control.connection.jsch.Trees.mode;
import static jfab.control.connection.jsch.Trees.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that come into a folder whose owner renames what arrives there, and puts something else in its place: programs that the host's
 * side starts do it, at the worst moments. What that leads to is a folder that the owner may not look into, and stays as it is.
 */
@Needs(Tool.SSHD)
@Timeout(120)
class OthersFolderIT {
    private static final int MB = 1 << 20;

    private static AlteredPrograms programs;
    private static SshdFixture sshd;

    @TempDir
    Path here;

    @TempDir
    Path there;

    @TempDir
    Path secret;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        programs = new AlteredPrograms(folder);
        sshd = SshdFixture.start("Subsystem sftp sftp-server", programs.setting);
    }

    @AfterAll
    static void stop() throws Exception {
        sshd.close();
    }

    @BeforeEach
    void bothHaveFiles() throws IOException {
        Trees.file(here.resolve("tree/below/sent"), "rw-r--r--");
        Trees.file(secret.resolve("key"), "rw-------");
        Trees.file(secret.resolve("t/key"), "rw-------");
    }

    @AfterEach
    void nothingSecretIsMoved() throws IOException {
        programs.removeAll();
        assertEquals(List.of("key", "t"), names(secret));
        assertEquals(List.of("key"), names(secret.resolve("t")));
        assertEquals("key!", Files.readString(secret.resolve("key")));
        assertEquals("rw-------", mode(secret.resolve("key")));
    }

    @Test
    void aTreeArrivesThoughItsFolderIsRenamed() throws Exception {
        programs.put("tar", swapped("ln -s '" + secret + "' \"$stage\""));
        put(here + "/tree/", there.toString());
        assertEquals("sent!", Files.readString(there.resolve("below/sent")));
    }

    @Test
    void aTreeIsNotPutWhereALinkLeads() throws Exception {
        programs.put("mkdir", "/usr/bin/mkdir \"$@\"\n" + swapped("ln -s '" + secret + "' \"$stage\"", ""));
        assertRefused();
    }

    @Test
    @Needs(Tool.ROOT)
    void aTreeIsNotPutIntoAFolderOfSomebodyElse() throws Exception {
        programs.put(
                "mkdir", "/usr/bin/mkdir \"$@\"\n" + swapped("/usr/bin/mkdir \"$stage\"; chown 65534 \"$stage\"", ""));
        assertRefused();
    }

    private void assertRefused() {
        String message = WithTreeHosts.failure(() -> put(here + "/tree/", there.toString()));
        assertTrue(message.contains("another user has put something else in the place of " + there), message);
    }

    /** What another one has left counts for nothing, and all is sent. */
    @Test
    void aLinkIsNotWhatABrokenTransferHasLeft() throws Exception {
        Path large = Files.write(here.resolve("tree/below/large"), new byte[2 * MB]);
        Files.setPosixFilePermissions(large, PosixFilePermissions.fromString("rw-r--r--"));
        Path rest = there.resolve(".jfab-01234567-89ab-cdef-0123-456789abcdef.rest");
        Path left = Files.copy(
                large, Files.createDirectories(rest.resolve("t/below")).resolve("large"));
        FileTime then = FileTime.from(Instant.parse("2020-02-02T02:02:02Z"));
        Files.setLastModifiedTime(large, then);
        Files.setLastModifiedTime(left, then);
        programs.put(
                "mv",
                "case $1 in *.rest) rm -rf '" + rest + "/t'; ln -s '" + secret + "' '" + rest
                        + "/t' ;; esac\nexec /usr/bin/mv \"$@\"");
        put(here + "/tree/", there.toString());
        assertEquals(-1, Files.mismatch(large, there.resolve("below/large")));
        assertEquals("sent!", Files.readString(there.resolve("below/sent")));
    }

    @Test
    void aNewVersionIsNotWrittenWhereALinkLeads() throws Exception {
        byte[] content = new byte[20 * MB];
        Path source = Files.write(here.resolve("tree/below/large"), content);
        Path old = Files.createDirectories(there.resolve("below")).resolve("large");
        Files.write(old, Arrays.copyOf(content, 19 * MB));
        programs.put("truncate", """
                stat -c %%a . >%1$s/.mode
                mv %1$s/below/.jfab-*.new %1$s/below/.away
                for part in %1$s/below/.away/.jfab-*; do
                    ln -s %2$s "%1$s/below/${part##*/}.new"
                    ln -s %2$s/key "%1$s/below/${part##*/}"
                done
                exec /usr/bin/truncate "$@"
                """.formatted(there, secret));
        put(here + "/tree/", there.toString());
        assertEquals(-1, Files.mismatch(source, old));
        assertTrue(Files.isRegularFile(old, LinkOption.NOFOLLOW_LINKS));
        assertEquals("700\n", Files.readString(there.resolve(".mode")), "whatever the folder lets others do");
    }

    /** As where the host serves no SFTP. */
    @Test
    void throughTheShellAFileIsMadeInPrivateAsWell() throws Exception {
        Path mode = here.resolve("mode");
        programs.put("cat", "stat -c %a . >>'" + mode + "'; exec /usr/bin/cat \"$@\"");
        try (SshdFixture without = SshdFixture.start("Subsystem other /bin/false", programs.setting)) {
            put(without, here + "/tree/below/sent", there.toString());
        }
        assertEquals("sent!", Files.readString(there.resolve("sent")));
        assertEquals("700", Files.readAllLines(mode).getLast());
        assertEquals(List.of("sent"), names(there));
    }

    private void put(String local, String remote) throws Exception {
        put(sshd, local, remote);
    }

    private static void put(SshdFixture host, String local, String remote) throws Exception {
        try (JschConnector connector = new JschConnector(host.settings(new Printed()))) {
            Connection connection = connector.open(host.host());
            assertTrue(connection.put(Map.of("sync", true), local, remote).files() > 0);
        }
    }

    /** Lines that put something else in the place of the folder in which a tree arrives. */
    private String swapped(String instead) {
        return swapped(instead, "exec /usr/bin/tar \"$@\"");
    }

    private String swapped(String instead, String then) {
        return """
                for stage in %s/.jfab-*; do
                    case $stage in *'*' | *.away) ;; *) mv "$stage" "$stage.away"; %s ;; esac
                done
                %s
                """.formatted(there, instead, then);
    }
}
