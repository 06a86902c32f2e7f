package jfab.control.bundle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
    @TempDir
    Path folder;

    @Test
    void arrivesWithContentsPathsAndNamesOfAnyLength() throws IOException {
        String deep = "d".repeat(120) + "/ä b/" + "n".repeat(150);
        Path file = folder.resolve("from").resolve(deep);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "contents");
        Path program = Files.writeString(folder.resolve("program.groovy"), "println 1");

        Workspace workspace = Workspace.empty().with("program.groovy", program).with("data", folder.resolve("from"));
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        workspace.write(archive);
        archive.writeBytes(new byte[10_240]);
        InputStream padded = new BufferedInputStream(new ByteArrayInputStream(archive.toByteArray()));
        Unpacker.unpack(padded, folder.resolve("to"), Set.of("program.groovy", "data"), _ -> {});
        padded.transferTo(OutputStream.nullOutputStream());

        assertEquals(17, workspace.size());
        assertEquals("contents", Files.readString(folder.resolve("to/data").resolve(deep)));
        assertEquals("println 1", Files.readString(folder.resolve("to/program.groovy")));
    }

    /** Hosts are told digests of what they are going to be sent. */
    @Test
    void isWrittenAlikeEachTime() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "contents");
        Workspace workspace = Workspace.empty().with("file", file);
        ByteArrayOutputStream one = new ByteArrayOutputStream();
        workspace.write(one);
        Files.setAttribute(file, "lastAccessTime", FileTime.from(Instant.EPOCH));
        ByteArrayOutputStream other = new ByteArrayOutputStream();
        workspace.write(other);
        assertArrayEquals(one.toByteArray(), other.toByteArray());
    }

    @Test
    void aMissingFolderIsNamed() {
        Path missing = folder.resolve("missing");
        BundleException e =
                assertThrows(BundleException.class, () -> Workspace.empty().with("data", missing));
        assertEquals(missing + ": no such file or folder", e.getMessage());
    }

    @Test
    void ofLinksWhatTheyLeadToIsSentAndOneThatLeadsNowhereIsNamed() throws IOException {
        Path data = folder.resolve("real");
        Files.createDirectories(data.resolve("deep"));
        Files.writeString(data.resolve("deep/digits"), "12345");
        Path link = Files.createSymbolicLink(folder.resolve("link"), data);
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.createSymbolicLink(other.resolve("inner"), data.resolve("deep"));
        assertEquals(
                Set.of("data/deep/digits"),
                Workspace.empty().with("data", link).files().keySet());
        assertEquals(
                Set.of("data/inner/digits"),
                Workspace.empty().with("data", other).files().keySet());
        Path nowhere = Files.createSymbolicLink(other.resolve("nowhere"), Path.of("missing"));
        BundleException e =
                assertThrows(BundleException.class, () -> Workspace.empty().with("data", other));
        assertEquals(nowhere + ": is a link that leads to nothing", e.getMessage());
    }
}
