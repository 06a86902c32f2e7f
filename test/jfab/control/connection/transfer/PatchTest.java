package jfab.control.connection.transfer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import jfab.control.bundle.TreeItem;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which chunks of a file are sent where another version is. */
class PatchTest {
    private static final int CHUNK = Patch.CHUNK;

    /** Two chunks and a half. */
    private final byte[] content = new byte[5 * (CHUNK / 2)];

    @TempDir
    Path folder;

    @BeforeEach
    void fill() {
        new Random(7).nextBytes(content);
    }

    @Test
    void anEqualVersionLacksNothing() throws Exception {
        Patch patch = patch(file(content), digests(content));
        assertEquals(List.of(), patch.chunks());
        assertEquals(0, patch.bytes());
        assertEquals(DigestUtils.sha256Hex(content), patch.sum());
        assertArrayEquals(new byte[0], read(patch, new AtomicLong()));
    }

    @Test
    void anEditedByteIsOneChunk() throws Exception {
        byte[] edited = content.clone();
        edited[CHUNK]++;
        assertEquals(List.of(1), patch(file(edited), digests(content)).chunks());
        edited[CHUNK - 1]++;
        assertEquals(List.of(0, 1), patch(file(edited), digests(content)).chunks());
    }

    @Test
    void whatBreaksOffOnceMoreIsWhatTheNextOneGoesOnFrom() throws Exception {
        String name = ".jfab-01234567-89ab-cdef-0123-45678";
        Path first = Files.write(folder.resolve(name + "9abcdef"), Arrays.copyOf(content, CHUNK));
        Files.setLastModifiedTime(first, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        Path second = folder.resolve(name + "9abcde0");
        assertEquals(1, patched(second, 1));
        assertEquals(2L * CHUNK, Files.size(second));
        assertFalse(Files.exists(first));
        Path third = folder.resolve(name + "9abcde1");
        assertEquals(0, patched(third, 2));
        assertArrayEquals(content, Files.readAllBytes(third));
    }

    /** How {@code patch.sh} ends that makes {@code part} and is sent one chunk. */
    private int patched(Path part, int chunk) throws Exception {
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        TransferScript.PATCH,
                        "sh",
                        folder.resolve("large").toString(),
                        part.toString(),
                        Integer.toString(content.length),
                        Integer.toString(CHUNK),
                        DigestUtils.sha256Hex(content),
                        "644",
                        "")
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write((chunk + "\n").getBytes(StandardCharsets.UTF_8));
            in.write(content, chunk * CHUNK, Math.min(CHUNK, content.length - chunk * CHUNK));
        }
        return process.waitFor();
    }

    @Test
    void theLastChunkIsAsLongAsWhatIsLeft() throws Exception {
        byte[] edited = content.clone();
        edited[content.length - 1]++;
        Patch patch = patch(file(edited), digests(content));
        assertEquals(List.of(2), patch.chunks());
        assertEquals(CHUNK / 2, patch.bytes());
    }

    @Test
    void ofAGrownFileWhatWasNotThereIsSent() throws Exception {
        assertEquals(
                List.of(2),
                patch(file(content), digests(Arrays.copyOf(content, 2 * CHUNK))).chunks());
        assertEquals(
                List.of(1, 2),
                patch(file(content), digests(Arrays.copyOf(content, CHUNK + 1))).chunks());
    }

    @Test
    void ofAShorterFileNoMoreIsComparedThanItHas() throws Exception {
        byte[] shorter = Arrays.copyOf(content, 2 * CHUNK);
        assertEquals(List.of(), patch(file(shorter), digests(content)).chunks());
        // The host was to look at no more than that.
        assertEquals(
                List.of(1),
                patch(file(Arrays.copyOf(content, CHUNK + 1)), digests(content)).chunks());
    }

    @Test
    void eachChunkComesAfterALineWithItsNumber() throws Exception {
        byte[] edited = content.clone();
        edited[0]++;
        edited[content.length - 1]++;
        AtomicLong sent = new AtomicLong();
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.writeBytes("0\n".getBytes(StandardCharsets.US_ASCII));
        expected.write(edited, 0, CHUNK);
        expected.writeBytes("2\n".getBytes(StandardCharsets.US_ASCII));
        expected.write(edited, 2 * CHUNK, CHUNK / 2);
        Patch patch = patch(file(edited), digests(content));
        assertArrayEquals(expected.toByteArray(), read(patch, sent));
        assertEquals(patch.bytes(), sent.get());
    }

    @Test
    void aFileThatBecameShorterIsNoneOfZeros() throws Exception {
        TreeItem.File file = file(content);
        Patch patch = patch(file, List.of());
        Files.write(file.file(), new byte[CHUNK]);
        String message = file.file() + " became shorter while it was read";
        assertEquals(
                message,
                assertThrows(IOException.class, () -> read(patch, new AtomicLong()))
                        .getMessage());
        assertEquals(
                message,
                assertThrows(IOException.class, () -> patch(file, List.of())).getMessage());
    }

    private static Patch patch(TreeItem.File file, List<String> there) throws IOException {
        return Patch.of(file, Patch.Sums.of(file), there);
    }

    private TreeItem.File file(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("file"), bytes);
        return new TreeItem.File("file", 0644, 0, bytes.length, file);
    }

    private static List<String> digests(byte[] bytes) {
        List<String> digests = new ArrayList<>();
        for (int start = 0; start < bytes.length; start += CHUNK) {
            digests.add(DigestUtils.sha256Hex(Arrays.copyOfRange(bytes, start, Math.min(start + CHUNK, bytes.length))));
        }
        return digests;
    }

    private static byte[] read(Patch patch, AtomicLong sent) throws IOException {
        try (InputStream in = patch.open(sent::addAndGet)) {
            return in.readAllBytes();
        }
    }
}
