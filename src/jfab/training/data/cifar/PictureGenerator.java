package jfab.training.data.cifar;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import jfab.training.data.DataException;

/**
 * Makes small sets of pictures that a network has to learn: ten kinds of figures, each moved, turned, resized, tinted and
 * covered with noise by chance. In the files and the format of CIFAR-10's binary version.
 */
public final class PictureGenerator {
    private PictureGenerator() {}

    /**
     * Writes the five training files and the test file into {@code folder}, which is made where it is missing.
     *
     * @param train how many pictures to train on, at least 5
     * @param test how many to test with, at least 1
     * @param seed decides every pixel
     */
    public static void write(Path folder, int train, int test, long seed) {
        try {
            Files.createDirectories(folder);
            write(folder, CifarSet.TRAIN.batches(), train, new Random(seed));
            write(folder, CifarSet.TEST.batches(), test, new Random(~seed));
        } catch (IOException e) {
            throw new DataException(folder, "cannot be written: " + e.getMessage(), e);
        }
    }

    private static void write(Path folder, List<String> batches, int count, Random random) throws IOException {
        if (count < batches.size()) {
            throw new DataException(folder, "its " + batches.size() + " files need as many pictures, not " + count);
        }
        int written = 0;
        for (int batch = 0; batch < batches.size(); batch++) {
            int end = (int) ((batch + 1L) * count / batches.size());
            Path file = folder.resolve(batches.get(batch) + CifarSet.BINARY);
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                for (; written < end; written++) {
                    int label = random.nextInt(Cifar10.CLASSES);
                    out.write(label);
                    out.write(new Figure(label).draw(random));
                }
            }
        }
    }
}
