package jfab.training.data;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Pictures of digits with their labels, in a folder of four IDX files under MNIST's names. */
public final class Digits {
    static final int SIDE = 28;
    private static final int PIXELS = SIDE * SIDE;

    /** What each of a pixel's values stands for. */
    private static final float[] LIGHT = light();

    private final byte[] pixels;
    private final byte[] labels;

    private Digits(byte[] pixels, byte[] labels) {
        this.pixels = pixels;
        this.labels = labels;
    }

    /** The digits to train on: {@code train-images-idx3-ubyte}, {@code train-labels-idx1-ubyte}, plain or {@code .gz}. */
    public static Digits train(Path folder) {
        return read(folder, "train");
    }

    /** The digits to test with: {@code t10k-images-idx3-ubyte}, {@code t10k-labels-idx1-ubyte}, plain or {@code .gz}. */
    public static Digits test(Path folder) {
        return read(folder, "t10k");
    }

    public int count() {
        return labels.length;
    }

    /** Samples of 784 pixels between -1 and 1, and the label. */
    public Reader<Sample> reader() {
        return () -> IntStream.range(0, count()).mapToObj(this::sample).iterator();
    }

    private static float[] light() {
        float[] light = new float[256];
        for (int value = 0; value < light.length; value++) {
            light[value] = value / 255f * 2 - 1;
        }
        return light;
    }

    private Sample sample(int index) {
        float[] image = new float[PIXELS];
        for (int i = 0; i < PIXELS; i++) {
            image[i] = LIGHT[pixels[index * PIXELS + i] & 0xff];
        }
        return Sample.of(Column.reals(image), Column.integers(labels[index]));
    }

    private static Digits read(Path folder, String set) {
        Path imageFile = find(folder, set + "-images-idx3-ubyte");
        Path labelFile = find(folder, set + "-labels-idx1-ubyte");
        Idx images = Idx.read(imageFile, 3);
        Idx labels = Idx.read(labelFile, 1);
        if (images.dimensions()[1] != SIDE || images.dimensions()[2] != SIDE) {
            throw new DataException(
                    imageFile,
                    "at byte 8: its pictures have " + images.dimensions()[1] + " by " + images.dimensions()[2]
                            + " pixels instead of 28 by 28");
        }
        if (images.dimensions()[0] != labels.dimensions()[0]) {
            throw new DataException(
                    labelFile,
                    "at byte 4: it has " + labels.dimensions()[0] + " labels for " + images.dimensions()[0]
                            + " pictures in " + imageFile.getFileName());
        }
        for (int i = 0; i < labels.bytes().length; i++) {
            if (labels.bytes()[i] < 0 || labels.bytes()[i] > 9) {
                throw new DataException(
                        labelFile,
                        "at byte " + (8 + i) + ": the label " + (labels.bytes()[i] & 0xff) + " is not a digit");
            }
        }
        return new Digits(images.bytes(), labels.bytes());
    }

    private static Path find(Path folder, String name) {
        List<Path> places = Stream.of(name + ".gz", name).map(folder::resolve).toList();
        return places.stream()
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new DataException(
                        folder.toAbsolutePath().normalize(),
                        "has neither " + name + ".gz nor " + name + "; the folder of the four MNIST files is needed"));
    }
}
