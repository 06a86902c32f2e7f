package jfab.training.words;

import groovy.lang.Closure;
import java.util.List;
import jfab.training.data.Reader;
import jfab.training.data.Sample;

/** Words that make readers of readers, as Fluid's {@code paddle.reader} and {@code paddle.batch} do. */
public interface ReaderWords {
    /** Mixes runs of {@code size} samples; the order of each pass follows from {@code seed}. */
    <T> Reader<T> shuffle(Reader<T> reader, int size, long seed);

    /** Groups of {@code size} samples; the last may be smaller. */
    Reader<List<Sample>> batch(Reader<Sample> reader, int size);

    /** This trainer's samples of each batch: those whose index is {@code trainer_id()} modulo {@code trainers()}. */
    Reader<List<Sample>> share(Reader<List<Sample>> batches);

    /** The same samples or batches; another thread has up to {@code size} of them ready before they are asked for. */
    <T> Reader<T> buffered(Reader<T> reader, int size);

    /** {@code map_readers({ a, b -> ... }, r, s)}: what the closure makes of one element of each reader, until the shortest ends. */
    Reader<Object> map_readers(Closure<?> function, Reader<?>... readers);

    /** The first {@code n} samples or batches. */
    <T> Reader<T> firstn(Reader<T> reader, int n);

    /** All of the first reader, then all of the second, and so on. */
    Reader<Object> chain(Reader<?>... readers);

    /** The same samples, kept in memory after the first pass has begun. */
    <T> Reader<T> cache(Reader<T> reader);
}
