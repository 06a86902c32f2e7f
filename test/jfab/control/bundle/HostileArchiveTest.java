package jfab.control.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that would place something outside of the folder they are unpacked into. An entry is written {@code 0 name}. */
class HostileArchiveTest {
    private static final Set<String> ASKED = Set.of("a", "b", "d", "d/x", "d/e/x");

    @TempDir
    Path folder;

    private Path into;
    private Path outside;

    @BeforeEach
    void folders() throws IOException {
        into = Files.createDirectory(folder.resolve("into"));
        outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("x"), "mine");
    }

    /** @param entries as tar's own letters: 0 a file, 1 a hard link, 2 a symbolic link, 3 a device, 5 a directory */
    private ByteArrayInputStream archive(String entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            for (String each : entries.split(", ", -1)) {
                String[] words = each.split(" ", -1);
                TarArchiveEntry entry = new TarArchiveEntry(
                        words[1].replace("OUT", outside.toString()), (byte) words[0].charAt(0), true);
                if (words.length > 2) {
                    entry.setLinkName(words[2].replace("OUT", outside.toString()));
                }
                byte[] content = words[0].equals("0") ? "evil".getBytes(StandardCharsets.UTF_8) : new byte[0];
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private void receive(String entries) throws IOException {
        TreeReceiver.Keep keep = new TreeReceiver.Keep(mode -> 0644, mode -> 0755, false);
        new TreeReceiver(into, ASKED, keep, _ -> {}).receive(archive(entries));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.skip(1)
                    .map(each -> folder.relativize(each).toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2 d OUT, 2 d/x a                | /d is a link or a file, and what a host sends goes through neither
                    2 d OUT, 2 d/e/x a              | /d is a link or a file, and what a host sends goes through neither
                    2 d OUT, 5 d/                   | the host sends 'd' twice
                    0 d, 0 d/x                      | /d is a link or a file, and what a host sends goes through neither
                    2 a OUT/x, 0 a                  | the host sends 'a' twice
                    0 ../outside/x                  | leads out of what it was asked for
                    0 d/../../outside/x             | leads out of what it was asked for
                    0 OUT/x                         | leads out of what it was asked for
                    5 ../outside/new/               | leads out of what it was asked for
                    0 .                             | leads out of what it was asked for
                    0 c                             | which it was not asked for
                    2 c OUT                         | which it was not asked for
                    1 a ../outside/x                | leads out of what it was asked for
                    1 a OUT/x                       | leads out of what it was asked for
                    1 a c                           | which it was not asked for
                    2 b OUT/x, 1 a b                | of something that is no file
                    5 d/, 1 a d                     | of something that is no file
                    """)
    void nothingIsPlacedOutsideOfTheTree(String entries, String why) throws IOException {
        String said = assertThrows(IOException.class, () -> receive(entries)).toString();
        assertTrue(said.contains(why), said);
        assertEquals(List.of("x"), names(outside));
        assertEquals("mine", Files.readString(outside.resolve("x")));
    }

    @Test
    void aWholeTreeArrivesWithLinksAndSecondNamesAndWithoutDevices() throws IOException {
        receive("2 ./d/e/x OUT/x, 5 ./d/, 0 ./d/x, 1 ./b ./d/x, 3 ./a");
        assertEquals(List.of("b", "d", "d/e", "d/e/x", "d/x"), names(into));
        assertEquals("evil", Files.readString(into.resolve("b")));
        assertEquals(outside.resolve("x"), Files.readSymbolicLink(into.resolve("d/e/x")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0 ../escaped         | leads out of what it was asked for
                    0 OUT/x              | leads out of what it was asked for
                    0 log/../../escaped  | leads out of what it was asked for
                    0 other              | which it was not asked for
                    1 log/a OUT/x        | leads out of what it was asked for
                    """)
    void nothingOfAJobIsUnpackedOutsideOfItsFolder(String entries, String why) throws IOException {
        String said = assertThrows(
                        IOException.class, () -> Unpacker.unpack(archive(entries), into, Set.of("log"), _ -> {}))
                .toString();
        assertTrue(said.contains(why), said);
        assertEquals(List.of("x"), names(outside));
        assertEquals(
                List.of("into", "outside", "outside/x"),
                names(folder).stream().filter(name -> !name.startsWith("into/")).toList());
    }

    /** A link leads on from where an earlier one does: {@code d/..} is not the folder of {@code d} where that is a link. */
    @Test
    void ofAJobFilesArriveAndLinksToThemAndWhatIsLeftOutIsNamed() throws IOException {
        List<String> left = new ArrayList<>();
        String links =
                "2 log/abs OUT, 2 log/up ../../outside/x, 2 log/root .., 2 log/other ../other, 2 log/d ., 2 log/l d/.., 2 log/e/in ../a, 2 log/ok e/in";
        Unpacker.unpack(
                archive("5 log/./, 5 log/e/, 3 log/null, 0 log/./a, 1 log/b log/a, " + links),
                into,
                Set.of("log"),
                left::add);
        assertEquals(List.of("log/null", "log/abs", "log/up", "log/root", "log/other", "log/l"), left);
        assertEquals(List.of("log", "log/a", "log/b", "log/d", "log/e", "log/e/in", "log/ok"), names(into));
        assertEquals("evil", Files.readString(into.resolve("log/ok")));
    }

    /** Each character is a byte here; those that are no UTF-8 would all become the same, or the name of another file. */
    @ParameterizedTest
    @ValueSource(strings = {"", "0123456789/", "folder\u00c3\u00a9/"})
    void ofAJobWhatHasANameThatIsNotUtf8IsLeftOut(String start) throws IOException {
        String folder = "log/" + start.repeat(20);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "ISO-8859-1")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
            for (String name :
                    List.of("m-\u00e9.bin", "m-?.bin", "m-\u00ff.bin", "m-\u00c3\u00a9.bin", "d\u00ff/", "d\u00ff/x")) {
                TarArchiveEntry entry = new TarArchiveEntry(folder + name);
                // More than an entry's headers may have.
                byte[] content = name.endsWith("/") ? new byte[0] : new byte[1_500_000];
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
            for (byte type : new byte[] {TarConstants.LF_LINK, TarConstants.LF_SYMLINK}) {
                TarArchiveEntry link = new TarArchiveEntry(folder + "link" + type, type);
                link.setLinkName((type == TarConstants.LF_LINK ? folder : "") + "m-\u00e9.bin");
                tar.putArchiveEntry(link);
                tar.closeArchiveEntry();
            }
        }
        List<String> left = new ArrayList<>();
        Unpacker.unpack(new ByteArrayInputStream(bytes.toByteArray()), into, Set.of("log"), left::add);
        String named = folder.replace("\u00c3\u00a9", "\u00e9");
        assertEquals(
                Stream.of("m-\ufffd.bin", "m-\ufffd.bin", "d\ufffd", "d\ufffd/x", "link49", "link50")
                        .map(named::concat)
                        .toList(),
                left);
        assertEquals(List.of("m-?.bin", "m-\u00e9.bin"), names(into.resolve(named)));
    }

    /** Who may read them here does not depend on what a host says. */
    @Test
    void recordsOfAJobAreTheUsersAlone() throws IOException {
        Unpacker.unpack(archive("5 .jfab/, 0 .jfab/events, 0 log"), into, Set.of(".jfab", "log"), _ -> {});
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(into.resolve(".jfab/events"))));
        assertNotEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(into.resolve("log"))));
    }

    @Test
    void aSecondNameOfALinkIsLeftOut() throws IOException {
        List<String> left = new ArrayList<>();
        Unpacker.unpack(archive("5 log/, 2 log/l a, 1 log/m log/l, 0 log/a"), into, Set.of("log"), left::add);
        assertEquals(List.of("log/m"), left);
        assertEquals(List.of("log", "log/a", "log/l"), names(into));
    }

    @Test
    void whatHasNoRoomIsRefusedBeforeItIsWritten() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
        TarArchiveEntry entry = new TarArchiveEntry("log");
        entry.setSize(1L << 60);
        tar.putArchiveEntry(entry);
        tar.flush();
        IOException thrown = assertThrows(
                IOException.class,
                () -> Unpacker.unpack(new ByteArrayInputStream(bytes.toByteArray()), into, Set.of("log"), _ -> {}));
        assertTrue(
                String.valueOf(thrown.getMessage())
                        .startsWith("the host has 1152921504606846976 bytes of log, and " + into + " has room for "),
                thrown.toString());
        assertEquals(List.of(), names(into));
    }

    @Test
    void aLinkInTheFolderIsNotFollowed() throws IOException {
        Files.createSymbolicLink(into.resolve("JOB1"), outside);
        ConfinedFolder confined = new ConfinedFolder(into);
        assertThrows(IOException.class, () -> confined.place("JOB1/.h1.incoming"));
        assertTrue(Files.isDirectory(confined.place("JOB2/h1").resolveSibling(""), LinkOption.NOFOLLOW_LINKS));
    }

    /** GNU tar's long names come as entries of their own, which commons-compress holds in memory. */
    @Test
    void aNameOfManyBytesIsRefusedBeforeItIsHeld() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            byte[] name = new byte[2_000_000];
            TarArchiveEntry entry = new TarArchiveEntry("././@LongLink", (byte) 'L');
            entry.setSize(name.length);
            tar.putArchiveEntry(entry);
            tar.write(name);
            tar.closeArchiveEntry();
        }
        IOException thrown = assertThrows(
                IOException.class,
                () -> Unpacker.unpack(new ByteArrayInputStream(bytes.toByteArray()), into, ASKED, _ -> {}));
        assertEquals("the host sends a name or attributes of more than 1 MB", thrown.getMessage());
    }

    /** They hold for all entries after them, so that commons-compress keeps them until the end of the archive. */
    @Test
    void attributesOfAllFilesAreRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            TarArchiveEntry all = new TarArchiveEntry("all", TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER);
            all.addPaxHeader("some", "attribute");
            tar.putArchiveEntry(all);
            tar.putArchiveEntry(new TarArchiveEntry("a"));
            tar.closeArchiveEntry();
        }
        IOException thrown = assertThrows(
                IOException.class,
                () -> Unpacker.unpack(new ByteArrayInputStream(bytes.toByteArray()), into, ASKED, _ -> {}));
        assertEquals("the host sends attributes of all files at once, which it was not asked for", thrown.getMessage());
    }

    @Test
    void anArchiveThatIsDamagedIsToldAsTheHosts() throws IOException {
        byte[] damaged = archive("0 a").readAllBytes();
        damaged[124] = 'x'; // in its size
        IOException thrown = assertThrows(
                IOException.class,
                () -> Unpacker.unpack(new ByteArrayInputStream(damaged), into, Set.of("a"), _ -> {}));
        assertTrue(
                String.valueOf(thrown.getMessage()).startsWith("the host sends a damaged tar archive: "),
                thrown.toString());
    }

    /** Nothing would end the wait for a reader that is no more. */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aReaderThatDiesOfALackOfMemoryIsNotWaitedFor() throws IOException {
        ReadOutput output = ReadOutput.by(_ -> {
            throw new OutOfMemoryError("Java heap space");
        });
        IOException thrown = assertThrows(IOException.class, output::close);
        assertEquals(
                "what the host sends cannot be read here: java.lang.OutOfMemoryError: Java heap space",
                thrown.getMessage());
    }

    @Test
    void aSparseFileIsRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            TarArchiveEntry entry = new TarArchiveEntry("a", (byte) 'S');
            tar.putArchiveEntry(entry);
            tar.closeArchiveEntry();
        }
        IOException thrown = assertThrows(
                IOException.class,
                () -> Unpacker.unpack(new ByteArrayInputStream(bytes.toByteArray()), into, ASKED, _ -> {}));
        assertTrue(String.valueOf(thrown.getMessage()).contains("as a sparse file"), thrown.toString());
    }
}
