package jfab.training.words;

import groovy.lang.Closure;
import java.util.List;
import jfab.training.data.Reader;
import jfab.training.data.Sample;

/** Words that make readers of readers, as Fluid's {@code paddle.reader} and {@code paddle.batch} do. */
public final class ReaderWords {
    private final TrainingProcess process;

    public ReaderWords(TrainingProcess process) {
        this.process = process;
    }

    /** Mixes runs of {@code size} samples; the order of each pass follows from {@code seed}. */
    public <T> Reader<T> shuffle(Reader<T> reader, int size, long seed) {
        return Reader.shuffle(reader, size, seed);
    }

    /** Groups of {@code size} samples; the last may be smaller. */
    public Reader<List<Sample>> batch(Reader<Sample> reader, int size) {
        return timed(Reader.batch(reader, size));
    }

    /** This trainer's samples of each batch: those whose index is {@code trainer_id()} modulo {@code trainers()}. */
    public Reader<List<Sample>> share(Reader<List<Sample>> batches) {
        // Asked for at the start of a pass, since the servers may number trainers as they join.
        Reader<List<Sample>> all = TimedReader.untimed(batches);
        return timed(() -> Reader.share(
                        all, process.role().trainerId(), process.role().trainers())
                .iterator());
    }

    /** The same samples or batches; another thread has up to {@code size} of them ready before they are asked for. */
    public <T> Reader<T> buffered(Reader<T> reader, int size) {
        Reader<T> ahead = Reader.buffered(TimedReader.untimed(reader), size);
        return reader instanceof TimedReader<T> ? timed(ahead) : ahead;
    }

    /** {@code map_readers({ a, b -> ... }, r, s)}: what the closure makes of one element of each reader, until the shortest ends. */
    public Reader<Object> map_readers(Closure<?> function, Reader<?>... readers) {
        return Reader.map(List.of(readers), elements -> function.call(elements.toArray()));
    }

    /** The first {@code n} samples or batches. */
    public <T> Reader<T> firstn(Reader<T> reader, int n) {
        return Reader.first(reader, n);
    }

    /** All of the first reader, then all of the second, and so on. */
    public Reader<Object> chain(Reader<?>... readers) {
        return Reader.chain(List.of(readers));
    }

    /** The same samples, kept in memory after the first pass has begun. */
    public <T> Reader<T> cache(Reader<T> reader) {
        return Reader.cache(reader);
    }

    private <T> Reader<T> timed(Reader<T> reader) {
        return new TimedReader<>(reader, process.listener());
    }
}
