package jfab.digits;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * Makes small sets of digits that a network has to learn: printed figures, each moved, turned, slanted, resized, thickened and
 * covered with noise by chance. In MNIST's files and format, so that all the rest treats them as MNIST.
 */
public final class DigitGenerator {
    /** Pixels of a picture in each direction. */
    private static final int SIDE = 28;

    private DigitGenerator() {}

    /**
     * Writes four compressed IDX files into {@code folder}, which is made where it is missing.
     *
     * @param train how many digits to train on
     * @param test how many to test with
     * @param seed decides every pixel
     */
    public static void write(Path folder, int train, int test, long seed) {
        try {
            Files.createDirectories(folder);
            write(folder, "train", train, new Random(seed));
            write(folder, "t10k", test, new Random(~seed));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static void write(Path folder, String set, int count, Random random) throws IOException {
        try (DataOutputStream images = open(folder.resolve(set + "-images-idx3-ubyte.gz"));
                DataOutputStream labels = open(folder.resolve(set + "-labels-idx1-ubyte.gz"))) {
            images.writeInt(0x0803);
            images.writeInt(count);
            images.writeInt(SIDE);
            images.writeInt(SIDE);
            labels.writeInt(0x0801);
            labels.writeInt(count);
            for (int i = 0; i < count; i++) {
                int digit = random.nextInt(10);
                labels.writeByte(digit);
                images.write(Glyph.of(digit).draw(random, SIDE));
            }
        }
    }

    private static DataOutputStream open(Path file) throws IOException {
        return new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(file), 1 << 16));
    }
}
