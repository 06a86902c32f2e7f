package jfab.training.words;

import groovy.lang.Closure;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import jfab.training.data.Reader;
import jfab.training.data.ReaderException;
import jfab.training.data.rows.Row;
import jfab.training.words.network.Arguments;
import jfab.training.words.network.RowSource;

/**
 * Words that make readers of readers, as Fluid's {@code paddle.reader} and {@code paddle.batch} do.
 *
 * <p>A reader is what one of these words or a data set gives, or any other source of rows: a list or an array; a closure
 * {@code { -> rows }}, called at the start of each pass; a generator {@code { row -> ... }}, a closure that calls its parameter with each
 * row; a stream or an iterator, for one pass. A row is a list with an element per variable that is fed, a map by the names of these
 * variables, or the value itself where there is one variable. A value is a number, or numbers in lists or arrays; it is checked against
 * the shape of its variable.
 */
public final class ReaderWords {
    private final TrainingProcess process;

    public ReaderWords(TrainingProcess process) {
        this.process = process;
    }

    /** Mixes runs of {@code size} samples; the order of each pass follows from {@code seed}. */
    public Reader<Object> shuffle(Object reader, int size, long seed) {
        return Reader.shuffle(RowSource.of("shuffle", reader), size, seed);
    }

    /** The same with the seed 0. */
    public Reader<Object> shuffle(Object reader, int size) {
        return shuffle(reader, size, 0);
    }

    /** Groups of {@code size} samples; the last may be smaller. */
    public Reader<List<Object>> batch(Object reader, int size) {
        return timed(Reader.batch(RowSource.of("batch", reader), size));
    }

    /** This trainer's samples of each batch: those whose index is {@code trainer_id()} modulo {@code trainers()}. */
    public Reader<List<Object>> share(Object batches) {
        // Asked for at the start of a pass, since the servers may number trainers as they join.
        Reader<List<Object>> all = batches(RowSource.of("share", TimedReader.untimed(batches)));
        return timed(() -> Reader.share(
                        all, process.role().trainerId(), process.role().trainers())
                .iterator());
    }

    /** The same samples or batches; another thread has up to {@code size} of them ready before they are asked for. */
    public Reader<Object> buffered(Object reader, int size) {
        Reader<Object> ahead = Reader.buffered(RowSource.of("buffered", TimedReader.untimed(reader)), size);
        return reader instanceof TimedReader<?> ? timed(ahead) : ahead;
    }

    /**
     * {@code map_readers({ a, b -> ... }, r, s)}: what the closure makes of one element of each reader, until the shortest ends. Numbers
     * of a file are read as those of a list: {@code row.x[0]}, {@code row.x.sum()}.
     */
    public Reader<Object> map_readers(Closure<?> function, Object... readers) {
        return Reader.map(all("map_readers", readers), elements -> function.call(elements.toArray()));
    }

    /**
     * {@code xmap_readers({ row -> ... }, reader, process_num, buffer_size)}: what the closure makes of each element, by so many threads
     * and so many elements ahead; in the order of the reader.
     */
    public Reader<Object> xmap_readers(Closure<?> mapper, Object reader, int process_num, int buffer_size) {
        return Reader.parallel(RowSource.of("xmap_readers", reader), row -> mapper.call(row), process_num, buffer_size);
    }

    /** {@code compose(r, s)}: rows with the columns of {@code r}, then those of {@code s}; it is an error that one ends before the others. */
    public Reader<Object> compose(Object... readers) {
        return compose(Map.of(), readers);
    }

    /** {@code compose(r, s, check_alignment: false)}: the same, until the shortest ends. */
    public Reader<Object> compose(Map<String, ?> options, Object... readers) {
        boolean aligned = Arguments.of("compose", options, "check_alignment").flag("check_alignment", true);
        return Reader.map(
                List.of(Reader.together(all("compose", readers), aligned)),
                rows -> Row.joined((List<?>) rows.getFirst()));
    }

    /** The first {@code n} samples or batches. */
    public Reader<Object> firstn(Object reader, int n) {
        return Reader.first(RowSource.of("firstn", reader), n);
    }

    /** All of the first reader, then all of the second, and so on. */
    public Reader<Object> chain(Object... readers) {
        return Reader.chain(all("chain", readers));
    }

    /** The same samples, kept in memory after the first pass has begun. */
    public Reader<Object> cache(Object reader) {
        return Reader.cache(RowSource.of("cache", reader));
    }

    private static List<Reader<Object>> all(String word, Object... readers) {
        return Arrays.stream(readers).map(reader -> RowSource.of(word, reader)).toList();
    }

    /** Refuses rows that were not put into batches, whose columns would else be shared. */
    @SuppressWarnings("unchecked") // what a batch holds is any object
    private static Reader<List<Object>> batches(Reader<Object> reader) {
        return Reader.map(List.of(reader), one -> {
            if (!(one.getFirst() instanceof List<?> batch)) {
                throw new ReaderException(
                        "share takes batches, which batch(reader, size) makes, not " + one.getFirst());
            }
            return (List<Object>) batch;
        });
    }

    private <T> Reader<T> timed(Reader<T> reader) {
        return new TimedReader<>(reader, process.listener());
    }
}
