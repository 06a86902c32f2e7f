package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.files.TransferException;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files to and from a real OpenSSH server, with SFTP and without. */
@Needs(Tool.SSHD)
@ParameterizedClass
@EnumSource
class TransferIT {
    /** How files travel. */
    enum Way {
        SFTP,
        SHELL
    }

    private static final Map<Way, SshdFixture> SERVERS = new EnumMap<>(Way.class);

    private final Way way;

    TransferIT(Way way) {
        this.way = way;
    }

    @TempDir
    Path here;

    @TempDir
    Path there;

    private final Printed printed = new Printed();

    @BeforeAll
    static void start() throws Exception {
        SERVERS.put(Way.SFTP, SshdFixture.start());
        SERVERS.put(Way.SHELL, SshdFixture.start("Subsystem other /bin/false"));
    }

    @AfterAll
    static void stop() throws Exception {
        for (SshdFixture sshd : SERVERS.values()) {
            sshd.close();
        }
    }

    private SshdFixture sshd() {
        return Objects.requireNonNull(SERVERS.get(way));
    }

    /** The test's work with a connection. */
    @FunctionalInterface
    private interface Work {
        void run(Connection connection) throws Exception;
    }

    private void connected(SshdFixture sshd, Work work) throws Exception {
        try (JschConnector connector = new JschConnector(sshd.settings(printed))) {
            work.run(connector.open(sshd.host()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "with space", "it's", "*", "?", "[a]", "-rf", "é", "a\nb", "$HOME", "~"})
    void everyNameArrives(String name) throws Exception {
        Path file = here.resolve(name);
        Files.writeString(file, name + "!");
        connected(sshd(), connection -> {
            connection.put(file, there.resolve(name).toString());
            assertEquals(name + "!", Files.readString(there.resolve(name)));
            connection.get(there.resolve(name).toString(), here.resolve("back"));
            assertEquals(name + "!", Files.readString(here.resolve("back")));
        });
    }

    @Test
    void bytesAndModesAreKeptAndNothingElseIsLeft() throws Exception {
        byte[] bytes = new byte[3_000_017];
        new Random(1).nextBytes(bytes);
        Path file = Files.write(here.resolve("model"), bytes);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x--x"));
        connected(sshd(), connection -> {
            connection.put(file, there.toString());
            assertArrayEquals(bytes, Files.readAllBytes(there.resolve("model")));
            assertEquals(
                    "rwxr-x--x", PosixFilePermissions.toString(Files.getPosixFilePermissions(there.resolve("model"))));
            Path folder = Files.createDirectory(here.resolve("back"));
            connection.get(there.resolve("model").toString(), folder);
            assertArrayEquals(bytes, Files.readAllBytes(folder.resolve("model")));
            assertEquals(
                    "rwxr-x--x", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("model"))));
            assertEquals(List.of("model"), names(there));
            assertEquals(List.of("model"), names(folder));
        });
    }

    @Test
    void existingFileIsReplaced() throws Exception {
        Files.writeString(there.resolve("a"), "old and longer");
        Path file = Files.writeString(here.resolve("a"), "");
        connected(sshd(), connection -> connection.put(file, there.resolve("a").toString()));
        assertEquals("", Files.readString(there.resolve("a")));
    }

    @Test
    void tildeIsTheHomeDirectory() throws Exception {
        String name = ".jfab-test-" + Long.toHexString(System.nanoTime());
        Path file = Files.writeString(here.resolve("a"), "home");
        Path landed = Path.of(System.getProperty("user.home"), name);
        try {
            connected(sshd(), connection -> {
                connection.put(file, "~/" + name);
                assertEquals("home", Files.readString(landed));
                connection.get(name, here.resolve("b"));
                assertEquals("home", Files.readString(here.resolve("b")));
            });
        } finally {
            Files.deleteIfExists(landed);
        }
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        connected(sshd(), connection -> {
            assertEquals(
                    sshd().host() + ": " + there + "/none: there is no such file",
                    failure(() -> connection.get(there + "/none", here)));
            assertTrue(failure(() -> connection.put(here.resolve("none"), "x")).contains("there is no file " + here));
            Path file = Files.writeString(here.resolve("a"), "a");
            assertTrue(failure(() -> connection.put(file, there + "/none/a")).contains("o such file or directory"));
            assertTrue(failure(() -> connection.put(file, there + "/none/")).contains("no such directory"));
        });
        assertEquals(List.of("a"), names(here));
        assertEquals(List.of(), names(there));
    }

    @Test
    void aDirectoryInThePlaceOfAFileIsNamed() throws Exception {
        Path file = Files.writeString(here.resolve("a"), "a");
        Path taken = Files.createDirectory(there.resolve("a"));
        connected(
                sshd(),
                connection -> assertTrue(failure(() -> connection.put(file, there.toString()))
                        .endsWith(taken + " is a directory there")));
        assertEquals(List.of("a"), names(there));
    }

    @Test
    void whatCannotBeReadThereIsNotBlamedOnTheDisk() throws Exception {
        connected(sshd(), connection -> {
            String message = failure(() -> connection.get("/proc/self/mem", here));
            assertTrue(
                    message.endsWith(
                            way == Way.SFTP
                                    ? ": /proc/self/mem: the host could not read it"
                                    : "/proc/self/mem: Input/output error"),
                    message);
        });
        assertEquals(List.of(), names(here));
    }

    @Test
    void limitOfTheHostLeavesNothing() throws Exception {
        String limit = "trap '' XFSZ; ulimit -f 64; ";
        Path server = here.resolve("limited");
        Files.writeString(
                server,
                "#!/bin/bash\n" + limit
                        + (way == Way.SFTP ? "exec /usr/lib/openssh/sftp-server" : "eval \"$SSH_ORIGINAL_COMMAND\"")
                        + "\n");
        Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (SshdFixture limited = way == Way.SFTP
                ? SshdFixture.start("Subsystem sftp " + server)
                : SshdFixture.start("Subsystem other /bin/false", "ForceCommand " + server)) {
            leavesNothing(limited, there);
        }
    }

    @Test
    @Needs(Tool.MOUNT)
    void fullDiskLeavesNothing() throws Exception {
        try (SmallDisk disk = SmallDisk.at(here.resolve("disk"))) {
            leavesNothing(sshd(), disk.folder());
        }
    }

    private void leavesNothing(SshdFixture sshd, Path folder) throws Exception {
        Path big = Files.write(here.resolve("big"), new byte[3_000_000]);
        Files.writeString(folder.resolve("model"), "old");
        connected(sshd, connection -> {
            String message = failure(() -> connection.put(big, folder + "/model"));
            assertTrue(
                    message.contains("disk full")
                            || message.contains("No space left")
                            || message.contains("File too large"),
                    message);
        });
        assertEquals(List.of("model"), names(folder));
        assertEquals("old", Files.readString(folder.resolve("model")));
    }

    @Test
    void interruptedPutLeavesNothing() throws Exception {
        Path huge = here.resolve("huge");
        try (var file = new java.io.RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(20L << 30);
        }
        connected(sshd(), connection -> {
            AtomicReference<TransferException> thrown = new AtomicReference<>();
            Thread putting = Thread.ofVirtual()
                    .start(() -> thrown.set(
                            assertThrows(TransferException.class, () -> connection.put(huge, there.toString()))));
            awaitPart();
            putting.interrupt();
            assertTrue(putting.join(Duration.ofSeconds(20)));
            assertTrue(
                    thrown.get().getMessage().endsWith("interrupted"),
                    thrown.get().getMessage());
        });
        assertEquals(List.of(), names(there));
    }

    private void awaitPart() throws Exception {
        Await.until("something arrives", () -> !names(there).isEmpty());
        assertFalse(Files.exists(there.resolve("huge")));
    }

    private static String failure(org.junit.jupiter.api.function.Executable executable) {
        return assertThrows(TransferException.class, executable).getMessage();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
