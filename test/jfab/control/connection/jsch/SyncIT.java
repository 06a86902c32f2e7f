package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.WithSshd;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.files.TransferResult;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not sent again has all that it would have if it were. */
@Timeout(60)
class SyncIT extends WithSshd {
    private static final long SIZE = 768L << 20;
    private static final FileTime TIME = FileTime.fromMillis(1_577_836_800_000L);

    @TempDir
    private Path folder;

    private final Printed printed = new Printed();
    private JschConnector connector;
    private Connection connection;

    @BeforeEach
    void open() {
        connector = new JschConnector(sshd.settings(printed));
        connection = connector.open(sshd.host());
    }

    @AfterEach
    void close() {
        connector.close();
    }

    private Path file(String name, String content) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, TIME);
        return file;
    }

    private static int mode(Path file) throws Exception {
        return (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
    }

    @Test
    void theModeThatIsNamedIsThatOfFilesThatAreThereAlready() throws Exception {
        Path one = file("one", "secret");
        Path there = folder.resolve("there");
        connection.put(one, there.toString());
        for (Map<String, ?> options : List.<Map<String, ?>>of(
                Map.of("sync", true, "mode", 0600), Map.of("checksum", true, "mode", 0640), Map.of("sync", true))) {
            TransferResult result = connection.put(options, one, there.toString());
            assertEquals(1, result.unchanged());
            assertEquals(options.containsKey("mode") ? options.get("mode") : (Object) mode(one), mode(there));
        }
        Path back = folder.resolve("back");
        connection.get(there.toString(), back);
        connection.get(Map.of("sync", true, "mode", 0600), there.toString(), back);
        assertEquals(0600, mode(back));
    }

    @Test
    void soItIsInATree() throws Exception {
        file("tree/a b", "1");
        Path script = file("tree/sub/it's", "2");
        connection.put(folder.resolve("tree") + "/", folder + "/copy");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        TransferResult result = connection.put(Map.of("sync", true), folder.resolve("tree") + "/", folder + "/copy");
        assertEquals(0, result.files());
        assertEquals(0700, mode(folder.resolve("copy/sub/it's")));
        assertEquals(mode(folder.resolve("tree/a b")), mode(folder.resolve("copy/a b")));
    }

    @Test
    @Needs(Tool.ROOT)
    void setIdBitsStayAndComeBack() throws Exception {
        Path file = file("tree/x", "1");
        Files.setAttribute(file, "unix:mode", 04755);
        Path there = folder.resolve("copy/x");
        for (Map<String, ?> options : List.<Map<String, ?>>of(
                Map.of("sync", true),
                Map.of("sync", true, "owner", "nobody"),
                Map.of("checksum", true, "owner", "nobody"),
                Map.of("sync", true))) {
            connection.put(options, folder.resolve("tree") + "/", folder + "/copy");
            assertEquals(04755, mode(there), options.toString());
            if (options.containsKey("owner")) {
                assertEquals("nobody", Files.getOwner(there).getName());
                Files.setAttribute(there, "unix:mode", 0755);
            }
        }
        Files.setAttribute(file, "unix:mode", 0755);
        connection.put(Map.of("sync", true), folder.resolve("tree") + "/", folder + "/copy");
        assertEquals(0755, mode(there));
    }

    @Test
    void aLinkThatPointsElsewhereIsSentAgainWhateverItsTime() throws Exception {
        file("links/file", "1");
        Path link = folder.resolve("links/cur");
        for (String target : List.of("v1", "v2", "v\n")) {
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of(target));
            Files.getFileAttributeView(link, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setTimes(TIME, null, null);
            TransferResult result =
                    connection.put(Map.of("checksum", true), folder.resolve("links") + "/", folder + "/copy");
            assertEquals(
                    target, Files.readSymbolicLink(folder.resolve("copy/cur")).toString());
            assertEquals(target.equals("v1") ? 2 : 1, result.files());
        }
    }

    @Test
    void whereOthersMayWriteBesideEachOtherTheyMayNotWriteHere() throws Exception {
        file("tree/drop/a", "1");
        connection.run("chmod 1777 " + folder + "/tree/drop");
        connection.get(folder + "/tree", folder + "/got/");
        assertEquals(0755, mode(folder.resolve("got/tree/drop")));
    }

    /** As a checkpoint does that is written anew: what was there stays. */
    @Test
    void aFileThatBecomesShorterWhileItIsSentReplacesNothing() throws Exception {
        Path there = file("there", "good");
        TransferException thrown = assertThrows(
                TransferException.class,
                () -> whileSent(file -> file.setLength(1000), big -> connection.put(big, there.toString())));
        assertTrue(thrown.getMessage().contains("became shorter while it was sent"), thrown.getMessage());
        assertEquals("good", Files.readString(there));
        assertFalse(hidden());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileThatIsWrittenInPlaceWhileItIsSentReplacesNothing(boolean verify) throws Exception {
        Path there = file("there", "good");
        TransferException thrown = assertThrows(
                TransferException.class,
                () -> whileSent(
                        file -> file.write(1), big -> connection.put(Map.of("verify", verify), big, there.toString())));
        assertTrue(thrown.getMessage().contains("was written to while it was sent"), thrown.getMessage());
        assertEquals("good", Files.readString(there));
        // The host tidies up by itself what was to become an archive's content.
        Awaited.noneHidden(folder);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogMayGrowWhileItIsSentWhichIsSaid(boolean verify) throws Exception {
        Path there = folder.resolve("log");
        whileSent(
                file -> {
                    file.seek(SIZE);
                    file.write(1);
                },
                big -> connection.put(Map.of("verify", verify), big, there.toString()));
        assertTrue(Files.size(there) == SIZE || Files.size(there) == SIZE + 1, "" + Files.size(there));
        assertTrue(
                printed.notices().stream().anyMatch(line -> line.contains("big became longer while it was sent")),
                () -> printed.notices().toString());
    }

    @Test
    void aFileThatGrowsWhileItIsFetchedIsNamed() throws Exception {
        whileSent(
                file -> {
                    file.seek(SIZE);
                    file.write(1);
                },
                big -> connection.get(big.toString(), folder + "/got"));
        assertTrue(
                printed.notices().stream().anyMatch(line -> line.contains("big became longer while it was read")),
                () -> printed.notices().toString());
    }

    /** Also within the second in which it was written to before, which is all that SFTP tells of its time. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileThatIsWrittenInPlaceWhileItIsFetchedReplacesNothing(boolean justWritten) throws Exception {
        Path here = file("here", "good");
        TransferException thrown = assertThrows(
                TransferException.class,
                () -> whileSent(
                        SIZE / 8,
                        file -> {
                            for (int i = 1; i < 20; i++) {
                                file.seek(0);
                                file.write(i);
                                LockSupport.parkNanos(5_000_000);
                            }
                        },
                        big -> {
                            if (justWritten) {
                                beginSecond(big);
                            }
                            connection.get(big.toString(), here.toString());
                        }));
        assertTrue(
                thrown.getMessage().contains("was replaced or written to while it was read")
                        || thrown.getMessage().contains("differs from what the host has; does it change?"),
                thrown.getMessage());
        assertEquals("good", Files.readString(here));
        assertFalse(hidden());
    }

    private static void beginSecond(Path written) {
        try {
            TimeUnit.MILLISECONDS.sleep(1000 - System.currentTimeMillis() % 1000);
            Files.setLastModifiedTime(written, FileTime.from(Instant.now()));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatDiffersFromTheHostsReplacesNothingHere() throws Exception {
        Path here = file("got", "good");
        TransferException thrown = assertThrows(
                TransferException.class,
                () -> whileSent(
                        file -> {
                            // What is at its beginning has arrived by then.
                            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
                            file.write(1);
                        },
                        big -> connection.get(Map.of("verify", true), big.toString(), here.toString())));
        assertTrue(thrown.getMessage().contains("differs from what the host has"), thrown.getMessage());
        assertEquals("good", Files.readString(here));
        assertFalse(hidden());
    }

    private interface Change {
        void on(RandomAccessFile file) throws IOException;
    }

    /** Sends a large file, of which something changes as soon as the host has begun with it. */
    private void whileSent(Change change, Consumer<Path> send) throws Exception {
        whileSent(SIZE, change, send);
    }

    private void whileSent(long size, Change change, Consumer<Path> send) throws Exception {
        Path big = folder.resolve("big");
        try (RandomAccessFile file = new RandomAccessFile(big.toFile(), "rw")) {
            file.setLength(size);
        }
        // Not of the moment in which it is changed, as clocks of files tick.
        Files.setLastModifiedTime(big, TIME);
        Thread changing = Thread.ofPlatform().start(() -> {
            try (RandomAccessFile file = new RandomAccessFile(big.toFile(), "rw")) {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
                while (!hidden() && System.nanoTime() < end) {
                    TimeUnit.MILLISECONDS.sleep(5);
                }
                change.on(file);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            send.accept(big);
        } finally {
            changing.join();
        }
    }

    private boolean hidden() throws IOException {
        return Awaited.hidden(folder);
    }
}
