package jfab.control.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a file that changes meanwhile. */
class FileVersionTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("file"), "0123456789");
        // Another one than that of what is written next, however coarse the clock is.
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_577_836_800_000L));
    }

    @Test
    void whatIsWrittenInPlaceIsOfTwoVersions() throws Exception {
        FileVersion version = FileVersion.of(file);
        assertFalse(version.grown());
        Files.writeString(file, "9876543210");
        IOException written = assertThrows(IOException.class, version::grown);
        assertEquals(
                file + " was written to while it was sent, and what was read would be of two versions;"
                        + " send it when that is done",
                written.getMessage());
    }

    @Test
    void whatIsAppendedOrReplacedLeavesAllThatWasRead() throws Exception {
        FileVersion version = FileVersion.of(file);
        Files.writeString(file, "more", StandardOpenOption.APPEND);
        assertTrue(version.grown());
        Path other = Files.writeString(folder.resolve("other"), "9876543210");
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
        assertFalse(version.grown());
        Files.delete(file);
        assertFalse(version.grown());
    }

    @Test
    void anArchiveOfItHasNoEnd() throws Exception {
        TreeItem item = new TreeItem.File("file", 0644, 0, 10, file);
        List<Path> grown = new ArrayList<>();
        try (TreeStream archive = new TreeStream(List.of(item), true, grown::add)) {
            archive.readNBytes(512 + 5);
            Files.writeString(file, "more", StandardOpenOption.APPEND);
            archive.readAllBytes();
        }
        assertEquals(List.of(file), grown);
        write();
        try (TreeStream archive = new TreeStream(List.of(item), true, grown::add)) {
            archive.readNBytes(512 + 5);
            Files.writeString(file, "9876543210");
            assertThrows(IOException.class, archive::readAllBytes);
        }
    }

    /** Between the moment in which a tree is looked at and that in which a file of it is opened, there may be minutes. */
    @Test
    void whatIsAppendedBeforeItIsOpenedIsSaidAsWell() throws Exception {
        TreeItem item = new TreeItem.File("file", 0644, 0, 10, file);
        Files.writeString(file, "more", StandardOpenOption.APPEND);
        List<Path> grown = new ArrayList<>();
        try (TreeStream stream = new TreeStream(List.of(item), false, grown::add)) {
            assertTrue(new String(stream.readAllBytes(), StandardCharsets.UTF_8).contains("0123456789\0"));
        }
        assertEquals(List.of(file), grown);
    }

    @Test
    void whatHasContentAndNoLengthIsRefused() throws Exception {
        TreeItem item = new TreeItem.File("file", 0644, 0, 0, Path.of("/proc/version"));
        try (TreeStream stream = new TreeStream(List.of(item), true, _ -> {})) {
            IOException refused = assertThrows(IOException.class, stream::readAllBytes);
            assertTrue(
                    String.valueOf(refused.getMessage()).startsWith("/proc/version has content and no length"),
                    refused.toString());
        }
    }
}
