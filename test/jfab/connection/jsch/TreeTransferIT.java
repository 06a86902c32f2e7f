package jfab.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import jfab.connection.Connection;
import jfab.connection.Printed;
import jfab.connection.RequiresOpenSsh;
import jfab.connection.SshdFixture;
import jfab.connection.TransferException;
import jfab.connection.TransferResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Trees of files to and from a real OpenSSH server, whatever the host has to receive and send them with. */
@RequiresOpenSsh
@ParameterizedClass
@EnumSource
class TreeTransferIT {
    /** What a host offers. */
    enum Way {
        /** A shell with tar. */
        TAR,
        /** A shell without tar, and SFTP. */
        SFTP,
        /** A shell without tar, and no SFTP. */
        SHELL,
        /** SFTP and no shell. */
        NO_SHELL
    }

    private static final Map<Way, SshdFixture> SERVERS = new EnumMap<>(Way.class);

    @TempDir
    static Path programs;

    private final Way way;

    TreeTransferIT(Way way) {
        this.way = way;
    }

    @TempDir
    Path here;

    @TempDir
    Path there;

    private final Printed printed = new Printed();

    @BeforeAll
    static void start() throws Exception {
        for (String name : List.of(
                "sh",
                "cat",
                "chmod",
                "chown",
                "find",
                "stat",
                "mv",
                "rm",
                "mkdir",
                "ln",
                "readlink",
                "touch",
                "sync",
                "xargs",
                "sha256sum",
                "sleep",
                "kill")) {
            Path program = Path.of("/usr/bin", name);
            if (Files.exists(program)) {
                script(programs.resolve(name), "exec " + program + " \"$@\"");
            }
        }
        SERVERS.put(Way.TAR, SshdFixture.start());
        SERVERS.put(Way.SFTP, withoutTar("Subsystem sftp internal-sftp"));
        SERVERS.put(Way.SHELL, withoutTar("Subsystem other /bin/false"));
        SERVERS.put(Way.NO_SHELL, SshdFixture.start("ForceCommand internal-sftp"));
    }

    /** sshd starts commands with a PATH that it was built with, so that a wrapper sets another. */
    private static SshdFixture withoutTar(String subsystem) throws Exception {
        Path wrapper = programs.resolve("without-tar-" + subsystem.hashCode());
        script(
                wrapper,
                "PATH=" + programs + "; export PATH\n"
                        + "case $SSH_ORIGINAL_COMMAND in internal-sftp) exec /usr/lib/openssh/sftp-server ;; esac\n"
                        + "eval \"$SSH_ORIGINAL_COMMAND\"");
        return SshdFixture.start(subsystem, "ForceCommand " + wrapper);
    }

    static void script(Path file, String lines) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + lines + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
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
    interface Work {
        void run(Connection connection) throws Exception;
    }

    private void connected(Work work) throws Exception {
        try (JschConnector connector = new JschConnector(sshd().settings(printed))) {
            work.run(connector.open(sshd().host()));
        }
    }

    private Path tree() throws IOException {
        return tree(here);
    }

    /** A tree with all that a tree may have, in {@code folder}. */
    static Path tree(Path folder) throws IOException {
        Path tree = Files.createDirectories(folder.resolve("model"));
        file(tree.resolve("plain"), "rw-r--r--");
        file(tree.resolve("run.sh"), "rwxr-x--x");
        file(tree.resolve("deep/er/leaf"), "rw-------");
        file(tree.resolve(".hidden"), "rw-r--r--");
        for (String odd : List.of("with blank", "new\nline", "-rf", "it's", "*", "$HOME", "é", "a\\b")) {
            file(tree.resolve("odd").resolve(odd), "rw-r--r--");
        }
        file(tree.resolve("l".repeat(120)).resolve("o".repeat(200)), "rw-r--r--");
        Files.writeString(tree.resolve("empty"), "");
        Files.createDirectories(tree.resolve("nothing"));
        Files.createSymbolicLink(tree.resolve("link"), Path.of("deep/er"));
        Files.createSymbolicLink(tree.resolve("dangling"), Path.of("../nowhere"));
        return tree;
    }

    static void file(Path file, String mode) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, file.getFileName() + "!");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-02-02T02:02:02Z")));
    }

    /** What is below a folder: kind, mode, time and content by path. */
    static Map<String, String> content(Path folder) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.skip(1).toList()) {
                String name = folder.relativize(file).toString();
                if (Files.isSymbolicLink(file)) {
                    all.put(name, "link " + Files.readSymbolicLink(file));
                } else {
                    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                    all.put(
                            name,
                            Files.isDirectory(file)
                                    ? "directory " + mode
                                    : mode + " "
                                            + Files.getLastModifiedTime(file).toMillis() / 1000 + " "
                                            + Files.readString(file));
                }
            }
        }
        return all;
    }

    @Test
    void aTreeArrivesAndComesBackAsItIs() throws Exception {
        Path tree = tree();
        connected(connection -> {
            TransferResult put = connection.put(tree.toString(), there.toString());
            assertEquals(content(tree), content(there.resolve("model")));
            assertEquals(List.of("model"), names(there));
            TransferResult got = connection.get(there + "/model", here + "/back/");
            assertEquals(content(tree), content(here.resolve("back/model")));
            assertEquals(List.of("model"), names(here.resolve("back")));
            assertEquals(16, put.files());
            assertEquals(put.files(), got.files());
            assertEquals(put.bytes(), got.bytes());
        });
    }

    @Test
    void aSlashAtTheEndStandsForWhatIsInADirectory() throws Exception {
        Path tree = tree();
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
    void whatIsThereAlreadyStaysUnlessItIsReplaced() throws Exception {
        Path tree = tree();
        Files.createDirectories(there.resolve("model/deep"));
        Files.writeString(there.resolve("model/deep/own"), "mine");
        Files.writeString(there.resolve("model/plain"), "old");
        connected(connection -> connection.put(tree, there.toString()));
        assertEquals("mine", Files.readString(there.resolve("model/deep/own")));
        assertEquals("plain!", Files.readString(there.resolve("model/plain")));
    }

    @Test
    void aFileInTheWayOfADirectoryIsNamed() throws Exception {
        Path tree = tree();
        Files.writeString(there.resolve("model"), "file");
        connected(connection -> {
            String message = failure(() -> connection.put(tree + "/", there + "/model"));
            assertTrue(message.startsWith(sshd().host() + ": " + there + "/model: "), message);
            assertTrue(message.contains("is not a directory"), message);
        });
        assertEquals(List.of("model"), names(there));
    }

    @Test
    void patternsAreExpandedOnBothSides() throws Exception {
        Path logs = here.resolve("logs");
        for (String name : List.of("a.log", "b.log", "c.txt", "d [1].log", "sub/e.log", ".hidden.log")) {
            file(logs.resolve(name), "rw-r--r--");
        }
        connected(connection -> {
            connection.put(logs + "/*.log", there + "/flat/");
            assertEquals(List.of("a.log", "b.log", "d [1].log"), files(there.resolve("flat")));
            connection.put(logs + "/**/*.log", there + "/deep/");
            assertEquals(List.of("a.log", "b.log", "d [1].log", "sub/e.log"), files(there.resolve("deep")));
            assertTrue(
                    failure(() -> connection.put(logs + "/*.nix", there + "/")).contains("nothing here matches"));
            if (way == Way.NO_SHELL) {
                return;
            }
            connection.get(logs + "/*.log", here + "/flat");
            assertEquals(List.of("a.log", "b.log", "d [1].log"), files(here.resolve("flat")));
            connection.get(logs + "/**/*.log", here + "/deep");
            assertEquals(List.of("a.log", "b.log", "d [1].log", "sub/e.log"), files(here.resolve("deep")));
            connection.get(logs + "/d [[]?].log", here + "/one");
            assertEquals(List.of("d [1].log"), files(here.resolve("one")));
            assertTrue(failure(() -> connection.get(logs + "/*.nix", here)).endsWith("nothing there matches"));
        });
    }

    @Test
    void whatIsExcludedOrNotTakenStays() throws Exception {
        Path tree = here.resolve("tree");
        for (String name : List.of("a.txt", "a.tmp", "cache/x.txt", "sub/cache/y.txt", "sub/b.txt", "sub/b.tmp")) {
            file(tree.resolve(name), "rw-r--r--");
        }
        Map<String, ?> options = Map.of("exclude", List.of("*.tmp", "cache/"));
        connected(connection -> {
            connection.put(options, tree + "/", there + "/put");
            assertEquals(List.of("a.txt", "sub/b.txt"), files(there.resolve("put")));
            connection.get(options, tree + "/", here + "/got");
            assertEquals(List.of("a.txt", "sub/b.txt"), files(here.resolve("got")));
            connection.put(tree + "/", there + "/filtered", path -> path.startsWith("sub"));
            assertEquals(List.of("sub/b.tmp", "sub/b.txt", "sub/cache/y.txt"), files(there.resolve("filtered")));
            connection.put(Map.of("exclude", "/sub/cache"), tree + "/", there + "/anchored");
            assertEquals(
                    List.of("a.tmp", "a.txt", "cache/x.txt", "sub/b.tmp", "sub/b.txt"),
                    files(there.resolve("anchored")));
        });
    }

    @Test
    void onlyWhatChangedIsSynchronized() throws Exception {
        Path tree = tree();
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
            assertEquals(0, connection.get(sync, there + "/m/", here + "/back").bytes());
            assertEquals(
                    0,
                    connection
                            .get(sync, there + "/m/plain", here + "/back/plain")
                            .files());
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
            connection.put(new StringReader("read"), there + "/read");
            connection.put(new ByteArrayInputStream("stream".getBytes(StandardCharsets.UTF_8)), there + "/stream");
            assertEquals("read", Files.readString(there.resolve("read")));
            assertEquals("stream", connection.getText(there + "/stream"));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            connection.get(there + "/text", out);
            assertEquals("Grüße\n", out.toString(StandardCharsets.UTF_8));
            assertTrue(failure(() -> connection.put(Map.of("text", "x"), there.toString()))
                    .endsWith("is a directory; name the file that is to be in it"));
            assertTrue(failure(() -> connection.put(Map.of(), there + "/x")).contains("put takes one of"));
        });
    }

    @Test
    void modesAreGivenOrKeptOrUsual() throws Exception {
        Path tree = tree();
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
        Path tree = tree();
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
    void ownersAreGiven() throws Exception {
        Assumptions.assumeTrue(Files.getOwner(here).getName().equals("root"), "only root may give files away");
        Path tree = tree();
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
    void placeholdersNameHostAndPath() throws Exception {
        file(there.resolve("log/app.log"), "rw-r--r--");
        connected(connection -> {
            connection.get(there + "/log/app.log", here + "/{host}/{port}/{basename}.copy");
            assertTrue(Files.exists(here.resolve("127.0.0.1/" + sshd().port() + "/app.log.copy")));
            connection.get(there + "/log/app.log", here + "/{user}/{dirname}/");
            assertTrue(Files.exists(here.resolve(System.getProperty("user.name") + "/" + there + "/log/app.log")));
        });
    }

    @Test
    void optionsThatAreNoneAreAnsweredWithTheNearest() throws Exception {
        connected(connection -> {
            assertTrue(failure(() -> connection.put(Map.of("mkdir", true), here, "x"))
                    .contains("there is no option 'mkdir'; did you mean 'mkdirs'?"));
            assertTrue(failure(() -> connection.put(Map.of("mode", 640), here, "x"))
                    .endsWith("mode: 640 is not octal: 0640 or '640'"));
            assertTrue(failure(() -> connection.put(Map.of("sync", "yes"), here, "x"))
                    .endsWith("sync: yes is not true or false"));
        });
    }

    @Test
    void aFullDiskLeavesTheOldFilesWhole() throws Exception {
        Path disk = Files.createDirectory(here.resolve("disk"));
        int mounted = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=1m", "jfab", disk.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (System.getenv("CI") == null) {
            Assumptions.assumeTrue(mounted == 0, "a small disk can only be mounted by root");
        }
        assertEquals(0, mounted, "the small disk could not be mounted");
        try {
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
        } finally {
            new ProcessBuilder("umount", disk.toString()).start().waitFor();
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
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (names(there).size() + names(there.resolve("tree")).size() < 3) {
            assertTrue(System.nanoTime() < end, "nothing arrives");
            Thread.onSpinWait();
        }
    }

    @Test
    void aFileThatCannotBeReadIsNamedAndNothingArrives() throws Exception {
        Path tree = tree();
        Path odd = Files.createDirectories(tree.resolve("zz"));
        Files.createSymbolicLink(odd.resolve("loop"), odd.resolve("loop"));
        connected(connection -> {
            assertTrue(failure(() -> connection.put(odd + "/loop", there + "/"))
                    .contains("there is no file " + odd + "/loop here"));
            assertTrue(failure(() -> connection.get(there + "/none", here)).endsWith("there is no such file"));
        });
        assertEquals(List.of(), names(there));
        assertFalse(Files.exists(here.resolve("none"), LinkOption.NOFOLLOW_LINKS));
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

    static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    static String failure(org.junit.jupiter.api.function.Executable executable) {
        return assertThrows(TransferException.class, executable).getMessage();
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !Files.isDirectory(file))
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
