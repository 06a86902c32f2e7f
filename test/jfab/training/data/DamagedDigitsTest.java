package jfab.training.data;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import jfab.tools.Fuzz;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** IDX files that are nearly what they should be. */
class DamagedDigitsTest {
    @TempDir
    private Path folder;

    private final byte[] digits = ByteBuffer.allocate(16 + 2 * 5 * 5)
            .putInt(0x803)
            .putInt(2)
            .putInt(5)
            .putInt(5)
            .array();

    @Test
    void plain() {
        Fuzz.bytes(digits, bytes -> Idx.read(Files.write(folder.resolve("digits"), bytes), 3));
    }

    @Test
    void compressed() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(digits);
        }
        Fuzz.bytes(out.toByteArray(), bytes -> Idx.read(Files.write(folder.resolve("digits.gz"), bytes), 3));
    }
}
