package jfab.control.connection.jsch;

import static jfab.control.connection.jsch.Trees.content;
import static jfab.control.connection.jsch.Trees.files;
import static jfab.control.connection.jsch.Trees.mode;
import static jfab.control.connection.jsch.Trees.names;
import static jfab.control.connection.jsch.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.files.TransferResult;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** Trees of files, and what is no file, to and from a real OpenSSH server, whatever the host has to receive and send them with. */
class TreeTransferIT extends WithTreeHosts {
    private static final FileTime TIME = FileTime.from(Instant.parse("2020-02-02T02:02:02Z"));

    TreeTransferIT(Way way) {
        super(way);
    }

    @Test
    void aTreeArrivesAndComesBackAsItIs() throws Exception {
        Path tree = tree(here);
        for (String directory : List.of("deep/er", "nothing", "")) {
            Files.setLastModifiedTime(tree.resolve(directory), TIME);
        }
        connected(connection -> {
            TransferResult put = connection.put(tree.toString(), there.toString());
            assertEquals(content(tree), content(there.resolve("model")));
            assertEquals(List.of("model"), names(there));
            TransferResult got = connection.get(there + "/model", here + "/back/");
            assertEquals(content(tree), content(here.resolve("back/model")));
            assertEquals(List.of("model"), names(here.resolve("back")));
            for (String directory : List.of("model", "model/deep/er", "model/nothing")) {
                assertEquals(TIME, Files.getLastModifiedTime(there.resolve(directory)), directory);
            }
            assertEquals(16, put.files());
            assertEquals(put.files(), got.files());
            assertEquals(put.bytes(), got.bytes());
        });
    }

    @Test
    void aSlashAtTheEndStandsForWhatIsInADirectory() throws Exception {
        Path tree = tree(here);
        connected(connection -> {
            connection.put(tree + "/", there + "/fresh");
            connection.put(tree + "/", there + "/fresh");
            assertEquals(content(tree), content(there.resolve("fresh")));
            connection.get(there + "/fresh/", here.resolve("back"));
            connection.get(there + "/fresh/", here.resolve("back"));
            assertEquals(content(tree), content(here.resolve("back")));
        });
    }

    @Test
    void whatIsNoFileIsLeftOutAndToldOnBothWays() throws Exception {
        Path tree = tree(here);
        new ProcessBuilder("mkfifo", tree + "/pipe").start().waitFor();
        new ProcessBuilder("mkfifo", there + "/pipe").start().waitFor();
        connected(connection -> {
            connection.put(tree.toString(), there.toString());
            connection.get(there + "/", here + "/back/");
            assertFalse(Files.exists(there.resolve("model/pipe")));
            assertFalse(Files.exists(here.resolve("back/pipe")));
            assertEquals(
                    List.of(
                            sshd().host() + ": " + tree + ": left out 1 devices, sockets or pipes",
                            sshd().host() + ": " + there + "/: left out 1 devices, sockets or pipes"),
                    printed.notices().stream()
                            .filter(notice -> notice.contains("left out"))
                            .toList());
        });
    }

    @Test
    void contentNeedsNoFile() throws Exception {
        connected(connection -> {
            connection.put(Map.of("text", "Grüße\n"), there + "/text");
            assertEquals("Grüße\n", Files.readString(there.resolve("text")));
            assertEquals("rw-r--r--", mode(there.resolve("text")));
            connection.put(Map.of("bytes", new byte[] {1, 2}, "mode", 0600), there + "/bytes");
            assertEquals(2, Files.size(there.resolve("bytes")));
            assertEquals("rw-------", mode(there.resolve("bytes")));
            StringReader reader = new StringReader("read");
            ByteArrayInputStream stream = new ByteArrayInputStream("stream".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 2; i++) {
                // As for several hosts.
                connection.put(reader, there + "/read");
                connection.put(stream, there + "/stream");
                assertEquals(6, stream.available());
            }
            assertEquals("read", Files.readString(there.resolve("read")));
            assertEquals("stream", connection.getText(there + "/stream"));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            connection.get(there + "/text", out);
            assertEquals("Grüße\n", out.toString(StandardCharsets.UTF_8));
            assertTrue(
                    failure(() -> connection.get(there + "/text", new StringWriter()))
                            .endsWith(
                                    "get cannot write to a StringWriter; it takes a path, or an OutputStream: new ByteArrayOutputStream()"));
            assertTrue(failure(() -> connection.put(Map.of("text", "x"), there.toString()))
                    .endsWith("is a directory; name the file that is to be in it"));
            assertTrue(failure(() -> connection.put(Map.of(), there + "/x")).contains("put takes one of"));
        });
    }

    @Test
    void modesAreGivenOrKeptOrUsual() throws Exception {
        Path tree = tree(here);
        connected(connection -> {
            connection.put(Map.of("mode", "640"), tree + "/", there + "/given");
            assertEquals("rw-r-----", mode(there.resolve("given/run.sh")));
            assertEquals("rwxr-x---", mode(there.resolve("given/deep")));
            connection.put(Map.of("preserve", false), tree + "/", there + "/usual");
            assertEquals("rwxr-xr-x", mode(there.resolve("usual/run.sh")));
            assertEquals("rw-r--r--", mode(there.resolve("usual/deep/er/leaf")));
            assertTrue(Files.getLastModifiedTime(there.resolve("usual/plain"))
                    .toInstant()
                    .isAfter(Instant.now().minus(Duration.ofHours(1))));
        });
    }

    @Test
    void directoriesThatLeadThereAreMadeOnDemand() throws Exception {
        Path tree = tree(here);
        connected(connection -> {
            assertThrows(TransferException.class, () -> connection.put(tree + "/", there + "/a/b/c"));
            assertEquals(List.of(), names(there));
            connection.put(Map.of("mkdirs", true), tree + "/", there + "/a/b/c");
            assertEquals("plain!", Files.readString(there.resolve("a/b/c/plain")));
            if (way == Way.TAR) {
                connection.put(Map.of("mkdirs", true), tree.resolve("plain"), there + "/x/y/");
                connection.put(Map.of("mkdirs", true), tree.resolve("plain"), there + "/x/z/name");
                assertEquals(List.of("y/plain", "z/name"), files(there.resolve("x")));
            }
        });
    }

    @Test
    @Needs(Tool.ROOT)
    void ownersAreGiven() throws Exception {
        Path tree = tree(here);
        connected(connection -> {
            if (way != Way.TAR) {
                assertTrue(failure(() -> connection.put(Map.of("owner", "nobody"), tree, there.toString()))
                        .contains("needs a shell"));
                return;
            }
            connection.put(Map.of("owner", "nobody:nogroup"), tree, there.toString());
            assertEquals("nobody", Files.getOwner(there.resolve("model/plain")).getName());
            connection.put(Map.of("owner", "nobody"), tree.resolve("plain"), there + "/one");
            assertEquals("nobody", Files.getOwner(there.resolve("one")).getName());
            assertTrue(failure(() -> connection.put(Map.of("owner", "no-such-user"), tree, there + "/x/"))
                    .contains("no-such-user"));
            assertFalse(Files.exists(there.resolve("x")));
        });
    }

    @Test
    void progressIsTold() throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree"));
        Files.write(tree.resolve("a"), new byte[6 << 20]);
        Files.write(tree.resolve("b"), new byte[6 << 20]);
        connected(connection -> {
            connection.put(tree, there.toString());
            connection.get(there + "/tree", here + "/back/");
        });
        assertEquals(
                (12 << 20) + " of " + (12 << 20) + " " + tree,
                printed.progress().get(tree.toString()));
        assertEquals(
                (12 << 20) + " of " + (12 << 20) + " " + there + "/tree",
                printed.progress().get(there + "/tree"));
    }
}
