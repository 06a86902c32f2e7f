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

/** Data sets of a script. */
final class ScriptReaders implements DataWords {
    @Override
    public Reader<Sample> mnist_train(String folder) {
        return Digits.train(Path.of(folder)).reader();
    }

    @Override
    public Reader<Sample> mnist_test(String folder) {
        return Digits.test(Path.of(folder)).reader();
    }

    @Override
    public Reader<Sample> uci_housing_train(String file) {
        return housing(file).train();
    }

    @Override
    public Reader<Sample> uci_housing_test(String file) {
        return housing(file).test();
    }

    @Override
    public Reader<Sample> cifar_train10(String place) {
        return Cifar10.train(Path.of(place));
    }

    @Override
    public Reader<Sample> cifar_test10(String place) {
        return Cifar10.test(Path.of(place));
    }

    @Override
    public void make_cifar10(String folder, int train, int test, long seed) {
        PictureGenerator.write(Path.of(folder), train, test, seed);
    }

    @Override
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
