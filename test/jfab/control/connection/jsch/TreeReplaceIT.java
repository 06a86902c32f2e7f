package jfab.control.connection.jsch;

import static jfab.control.connection.jsch.Trees.files;
import static jfab.control.connection.jsch.Trees.names;
import static jfab.control.connection.jsch.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.files.TransferResult;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** What becomes of the files that are there already: only what changed is replaced, each as a whole or not at all. */
class TreeReplaceIT extends WithTreeHosts {
    TreeReplaceIT(Way way) {
        super(way);
    }

    @Test
    void whatIsThereAlreadyStaysUnlessItIsReplaced() throws Exception {
        Path tree = tree(here);
        Files.createDirectories(there.resolve("model/deep"));
        Files.writeString(there.resolve("model/deep/own"), "mine");
        Files.writeString(there.resolve("model/plain"), "old");
        connected(connection -> connection.put(tree, there.toString()));
        assertEquals("mine", Files.readString(there.resolve("model/deep/own")));
        assertEquals("plain!", Files.readString(there.resolve("model/plain")));
    }

    @Test
    void onlyWhatChangedIsSynchronized() throws Exception {
        Path tree = tree(here);
        connected(connection -> {
            if (way == Way.NO_SHELL) {
                // Such a host cannot tell what it has.
                assertTrue(failure(() -> connection.put(Map.of("sync", true), tree + "/", there + "/m"))
                        .endsWith("sync needs a shell on the host, and it has none"));
                return;
            }
            Map<String, ?> sync = Map.of("sync", true);
            assertEquals(0, connection.put(sync, tree + "/", there + "/m").unchanged());
            TransferResult again = connection.put(sync, tree + "/", there + "/m");
            // Links have no time of their own where there is no tar.
            assertTrue(again.files() <= (way == Way.TAR ? 0 : 2), again.toString());
            assertEquals(0, again.bytes());
            Files.writeString(tree.resolve("plain"), "longer than it was");
            TransferResult one = connection.put(sync, tree + "/", there + "/m");
            assertEquals("longer than it was".length(), one.bytes());
            assertEquals("longer than it was", Files.readString(there.resolve("m/plain")));
            // Same size, same time, another content.
            Files.writeString(there.resolve("m/run.sh"), "RUN.SH!");
            Files.setLastModifiedTime(there.resolve("m/run.sh"), Files.getLastModifiedTime(tree.resolve("run.sh")));
            assertEquals(0, connection.put(sync, tree + "/", there + "/m").bytes());
            assertEquals(
                    7,
                    connection
                            .put(Map.of("checksum", true), tree + "/", there + "/m")
                            .bytes());
            assertEquals("run.sh!", Files.readString(there.resolve("m/run.sh")));

            connection.get(sync, there + "/m/", here + "/back");
            TransferResult same = connection.get(sync, there + "/m/", here + "/back");
            assertEquals(0, same.bytes());
            assertEquals(0, same.files(), "links too");
            assertEquals(
                    0,
                    connection
                            .get(Map.of("checksum", true), there + "/m/", here + "/back")
                            .files());
            Files.delete(there.resolve("m/link"));
            Files.createSymbolicLink(there.resolve("m/link"), Path.of("deep/up"));
            // As long as before, and made within the same second perhaps.
            assertEquals(
                    1,
                    connection
                            .get(Map.of("checksum", true), there + "/m/", here + "/back")
                            .files());
            assertEquals(Path.of("deep/up"), Files.readSymbolicLink(here.resolve("back/link")));
            assertEquals(
                    0,
                    connection
                            .get(sync, there + "/m/plain", here + "/back/plain")
                            .files());
        });
    }

    @Test
    void aFileInTheWayOfADirectoryIsNamed() throws Exception {
        Path tree = tree(here);
        Files.writeString(there.resolve("model"), "file");
        connected(connection -> {
            String message = failure(() -> connection.put(tree + "/", there + "/model"));
            assertTrue(message.startsWith(sshd().host() + ": " + there + "/model: "), message);
            assertTrue(message.contains("is not a directory"), message);
        });
        assertEquals(List.of("model"), names(there));
    }

    @Test
    @Needs(Tool.MOUNT)
    void aFullDiskLeavesTheOldFilesWhole() throws Exception {
        try (SmallDisk small = SmallDisk.at(here.resolve("disk"))) {
            Path disk = small.folder();
            Path tree = Files.createDirectories(here.resolve("tree"));
            Files.write(tree.resolve("big"), new byte[3_000_000]);
            Files.writeString(Files.createDirectories(disk.resolve("tree")).resolve("big"), "old");
            connected(connection -> {
                String message = failure(() -> connection.put(tree, disk.toString()));
                assertTrue(message.startsWith(sshd().host() + ": " + disk + ": "), message);
                assertTrue(message.contains("big"), message);
                assertTrue(message.contains("No space left") || message.contains("disk full"), message);
            });
            assertEquals(List.of("tree/big"), files(disk));
            assertEquals("old", Files.readString(disk.resolve("tree/big")));
        }
    }

    @Test
    void anInterruptLeavesNothing() throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree"));
        try (var file = new java.io.RandomAccessFile(tree.resolve("huge").toFile(), "rw")) {
            file.setLength(20L << 30);
        }
        Files.createDirectories(there.resolve("tree"));
        Files.writeString(there.resolve("tree/huge"), "old");
        connected(connection -> {
            AtomicReference<TransferException> thrown = new AtomicReference<>();
            Thread putting = Thread.ofVirtual()
                    .start(() -> thrown.set(
                            assertThrows(TransferException.class, () -> connection.put(tree, there.toString()))));
            awaitHidden();
            putting.interrupt();
            assertTrue(putting.join(Duration.ofSeconds(30)));
            assertTrue(
                    thrown.get().getMessage().endsWith("interrupted"),
                    thrown.get().getMessage());
        });
        assertEquals(List.of("tree/huge"), files(there));
        assertEquals("old", Files.readString(there.resolve("tree/huge")));
    }

    private void awaitHidden() throws Exception {
        Await.until(
                "something arrives",
                () -> names(there).size() + names(there.resolve("tree")).size() >= 3);
    }
}
