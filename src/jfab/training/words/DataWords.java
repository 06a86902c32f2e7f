package jfab.training.words;

import jfab.training.data.Reader;
import jfab.training.data.Sample;

/** Words for data sets: readers of their published files, and generators of small sets in the same formats. */
public interface DataWords {
    /** The digits in MNIST's {@code train-*} files in {@code folder}: 784 pixels from -1 to 1, and the label. */
    Reader<Sample> mnist_train(String folder);

    /** The digits in MNIST's {@code t10k-*} files. */
    Reader<Sample> mnist_test(String folder);

    /** The first four fifths of UCI's housing data: 13 normalized features, and the price. */
    Reader<Sample> uci_housing_train(String file);

    /** The last fifth of UCI's housing data. */
    Reader<Sample> uci_housing_test(String file);

    /**
     * The pictures in CIFAR-10's five training files: 3072 numbers from 0 to 1, and the label.
     *
     * @param place {@code cifar-10-python.tar.gz} or {@code cifar-10-binary.tar.gz}, or a folder that holds one of them or its files
     */
    Reader<Sample> cifar_train10(String place);

    /** The pictures in CIFAR-10's test file. */
    Reader<Sample> cifar_test10(String place);

    /** Writes small generated pictures into {@code folder}, in the files of CIFAR-10's binary version. */
    void make_cifar10(String folder, int train, int test, long seed);

    /** Writes small generated digits into {@code folder}, in MNIST's files. */
    void make_mnist(String folder, int train, int test, long seed);
}
