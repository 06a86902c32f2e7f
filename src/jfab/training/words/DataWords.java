package jfab.training.words;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jfab.digits.DigitGenerator;
import jfab.training.data.DataException;
import jfab.training.data.Digits;
import jfab.training.data.Housing;
import jfab.training.data.Reader;
import jfab.training.data.Sample;
import jfab.training.data.cifar.Cifar10;
import jfab.training.data.cifar.PictureGenerator;

/** Words for data sets: readers of their published files, and generators of small sets in the same formats. */
public final class DataWords {
    /** The digits in MNIST's {@code train-*} files in {@code folder}: 784 pixels from -1 to 1, and the label. */
    public Reader<Sample> mnist_train(String folder) {
        return Digits.train(Path.of(folder)).reader();
    }

    /** The digits in MNIST's {@code t10k-*} files. */
    public Reader<Sample> mnist_test(String folder) {
        return Digits.test(Path.of(folder)).reader();
    }

    /** The first four fifths of UCI's housing data: 13 normalized features, and the price. */
    public Reader<Sample> uci_housing_train(String file) {
        return housing(file).train();
    }

    /** The last fifth of UCI's housing data. */
    public Reader<Sample> uci_housing_test(String file) {
        return housing(file).test();
    }

    /**
     * The pictures in CIFAR-10's five training files: 3072 numbers from 0 to 1, and the label.
     *
     * @param place {@code cifar-10-python.tar.gz} or {@code cifar-10-binary.tar.gz}, or a folder that holds one of them or its files
     */
    public Reader<Sample> cifar_train10(String place) {
        return Cifar10.train(Path.of(place));
    }

    /** The pictures in CIFAR-10's test file. */
    public Reader<Sample> cifar_test10(String place) {
        return Cifar10.test(Path.of(place));
    }

    /** Writes small generated pictures into {@code folder}, in the files of CIFAR-10's binary version. */
    public void make_cifar10(String folder, int train, int test, long seed) {
        PictureGenerator.write(Path.of(folder), train, test, seed);
    }

    /** Writes small generated digits into {@code folder}, in MNIST's files. */
    public void make_mnist(String folder, int train, int test, long seed) {
        try {
            DigitGenerator.write(Path.of(folder), train, test, seed);
        } catch (UncheckedIOException e) {
            throw new DataException(Path.of(folder), "cannot be written: " + e.getMessage(), e);
        }
    }

    private static Housing housing(String file) {
        Path path = Path.of(file);
        return Housing.read(Files.isDirectory(path) ? path.resolve("housing.data") : path);
    }
}
