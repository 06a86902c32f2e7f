package jfab.training.data.files;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import jfab.tools.Fuzz;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays and pictures of users that are nearly what they should be. */
class DamagedArraysTest {
    @TempDir
    private Path folder;

    @Test
    void npy() {
        Fuzz.bytes(array(), bytes -> read(ArrayFile.read(Files.write(folder.resolve("a.npy"), bytes), "")));
    }

    @Test
    void npz() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : new String[] {"x.npy", "y.npy"}) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(array());
            }
        }
        Fuzz.bytes(out.toByteArray(), bytes -> read(ArrayFile.read(Files.write(folder.resolve("a.npz"), bytes), "x")));
    }

    @Test
    void pictures() throws Exception {
        for (String format : new String[] {"png", "jpg"}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ImageIO.write(new BufferedImage(8, 6, BufferedImage.TYPE_INT_RGB), format, out);
            Fuzz.bytes(
                    out.toByteArray(),
                    bytes -> PictureFile.read(Files.write(folder.resolve("a." + format), bytes))
                            .numbers(4, 4, 3));
        }
    }

    @Test
    void tables() {
        Fuzz.text("name,age,\"town, or none\"\nann,3,\"a \"\"b\"\"\"\nbob,4,\n", bytes -> {
            Path file = Files.write(folder.resolve("a.csv"), bytes);
            TableLines lines = new TableLines(file, new FileKind.Table(',', true, List.of()));
            while (lines.hasNext()) {
                lines.next();
            }
        });
    }

    private static void read(ArrayFile array) {
        for (int row = 0; row < Math.min(array.rows(), 10); row++) {
            array.row(row);
        }
    }

    private static byte[] array() {
        byte[] header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }                    \n"
                .getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) header.length, 0});
        out.writeBytes(header);
        out.writeBytes(new byte[24]);
        return out.toByteArray();
    }
}
