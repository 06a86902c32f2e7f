package jfab.training.data.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PictureFileTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "2, true", "4, false", "4, true", "8, false", "16, false"})
    void theGreyThatAPngCallsTransparentIsWhite(int bits, boolean interlaced) throws IOException {
        int most = (1 << bits) - 1;
        int clear = Math.min(1, most / 2);
        PictureFile picture = PictureFile.read(png(bits, interlaced, clear, most / 2 + 1, clear));
        float other = (most / 2 + 1) / (float) most;
        assertArrayEquals(new float[] {1, other}, picture.numbers(1, 2, 1), 1e-6f);
        assertArrayEquals(new float[] {1, other, 1, other, 1, other}, picture.numbers(1, 2, 3), 1e-6f);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "4", "8", "16"})
    void greyIsTakenAsItIsWhereAPngCallsNoneOfItTransparent(int bits) throws IOException {
        int most = (1 << bits) - 1;
        assertArrayEquals(
                new float[] {0, 1},
                PictureFile.read(png(bits, false, 0, most, -1)).numbers(1, 2, 1));
    }

    /** Two pixels of grey beside each other, of which {@code clear} is transparent unless negative. */
    private Path png(int bits, boolean interlaced, int left, int right, int clear) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
        chunk(file, "IHDR", new byte[] {0, 0, 0, 2, 0, 0, 0, 1, (byte) bits, 0, 0, 0, (byte) (interlaced ? 1 : 0)});
        if (clear >= 0) {
            chunk(file, "tRNS", new byte[] {(byte) (clear >> 8), (byte) clear});
        }
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        if (interlaced) {
            // Two of its seven passes have a pixel.
            rows.writeBytes(new byte[] {0, (byte) (left << (8 - bits)), 0, (byte) (right << (8 - bits))});
        } else {
            int row = (left << bits | right) << Math.max(0, 8 - 2 * bits);
            rows.write(0);
            for (int at = Math.max(8, 2 * bits) - 8; at >= 0; at -= 8) {
                rows.write(row >> at);
            }
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            rows.writeTo(deflater);
        }
        chunk(file, "IDAT", packed.toByteArray());
        chunk(file, "IEND", new byte[0]);
        return Files.write(folder.resolve("two.png"), file.toByteArray());
    }

    private static void chunk(ByteArrayOutputStream file, String name, byte[] content) throws IOException {
        DataOutputStream out = new DataOutputStream(file);
        byte[] named = (name + new String(content, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
        CRC32 crc = new CRC32();
        crc.update(named);
        out.writeInt(content.length);
        out.write(named);
        out.writeInt((int) crc.getValue());
    }
}
