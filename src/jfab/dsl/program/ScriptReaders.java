package jfab.dsl.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.data.Digits;
import jfab.data.Housing;
import jfab.data.Reader;
import jfab.data.Sample;

/** Readers of a script. */
final class ScriptReaders implements DataWords {
    private final TrainingProcess process;

    ScriptReaders(TrainingProcess process) {
        this.process = process;
    }

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
    public <T> Reader<T> shuffle(Reader<T> reader, int size, long seed) {
        return Reader.shuffle(reader, size, seed);
    }

    @Override
    public Reader<List<Sample>> batch(Reader<Sample> reader, int size) {
        return Reader.batch(reader, size);
    }

    @Override
    public Reader<List<Sample>> share(Reader<List<Sample>> batches) {
        // Asked for at the start of a pass, since the servers may number trainers as they join.
        return () -> Reader.share(
                        batches, process.role().trainerId(), process.role().trainers())
                .iterator();
    }

    private static Housing housing(String file) {
        Path path = Path.of(file);
        return Housing.read(Files.isDirectory(path) ? path.resolve("housing.data") : path);
    }
}
