package jfab.dsl.program;

import java.util.List;
import jfab.data.Reader;
import jfab.data.Sample;

/** Words for the samples of a script: readers of files, and what is made of readers. */
public interface DataWords {
    /** The digits in MNIST's {@code train-*} files in {@code folder}: 784 pixels from -1 to 1, and the label. */
    Reader<Sample> mnist_train(String folder);

    /** The digits in MNIST's {@code t10k-*} files. */
    Reader<Sample> mnist_test(String folder);

    /** The first four fifths of UCI's housing data: 13 normalized features, and the price. */
    Reader<Sample> uci_housing_train(String file);

    /** The last fifth of UCI's housing data. */
    Reader<Sample> uci_housing_test(String file);

    /** Mixes runs of {@code size} samples; the order of each pass follows from {@code seed}. */
    <T> Reader<T> shuffle(Reader<T> reader, int size, long seed);

    /** Groups of {@code size} samples; the last may be smaller. */
    Reader<List<Sample>> batch(Reader<Sample> reader, int size);

    /** This trainer's samples of each batch: those whose index is {@code trainer_id()} modulo {@code trainers()}. */
    Reader<List<Sample>> share(Reader<List<Sample>> batches);
}
