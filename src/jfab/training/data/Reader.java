package jfab.training.data;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A source of samples; each call of {@code iterator} begins a new pass over it.
 *
 * @param <T> a sample, or a batch of samples
 */
@FunctionalInterface
public interface Reader<T> extends Iterable<T> {
    /** A new pass, as Fluid's programs write it: {@code for (batch in train_reader())}. */
    default Iterator<T> call() {
        return iterator();
    }

    /**
     * Mixes the samples within consecutive runs of {@code buffer}.
     *
     * <p>The order is decided by {@code seed} and the number of the pass: every process that reads the same samples with the
     * same seed sees the same order, and each pass has another one.
     */
    static <T> Reader<T> shuffle(Reader<T> reader, int buffer, long seed) {
        atLeastOne("shuffle's buf_size", buffer);
        return new Shuffled<>(reader, buffer, seed);
    }

    /** Groups of {@code size} consecutive samples; the last one may be smaller. */
    static <T> Reader<List<T>> batch(Reader<T> reader, int size) {
        atLeastOne("batch_size", size);
        return () -> new ChunkIterator<>(reader.iterator(), size);
    }

    /**
     * One trainer's share of each batch: the samples whose index in the batch is {@code rank} modulo {@code worldSize}.
     *
     * <p>All trainers see the same number of batches, so that they stay in step. A share is empty where a batch has fewer
     * samples than there are trainers.
     */
    static <T> Reader<List<T>> share(Reader<List<T>> batches, int rank, int worldSize) {
        return () -> new Iterator<>() {
            private final Iterator<List<T>> all = batches.iterator();

            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public List<T> next() {
                List<T> batch = all.next();
                List<T> share = new ArrayList<>(batch.size() / worldSize + 1);
                for (int i = rank; i < batch.size(); i += worldSize) {
                    share.add(batch.get(i));
                }
                return share;
            }
        };
    }

    /**
     * The same elements, up to {@code size} of which another thread has fetched before they are asked for.
     *
     * <p>An error of {@code reader} is thrown where its element would have come. The thread ends with the pass, and also where
     * a pass is abandoned.
     */
    static <T> Reader<T> buffered(Reader<T> reader, int size) {
        atLeastOne("buffered's size", size);
        return () -> new ReadAhead<>(
                reader.iterator(),
                size,
                _ -> 1,
                fetch -> Thread.ofVirtual().name("read-ahead").start(fetch));
    }

    /** The same elements, fetched by {@code thread} as long as those that are ready weigh less than {@code limit}. */
    static <T> Reader<T> ahead(Reader<T> reader, long limit, ToLongFunction<T> weight, Executor thread) {
        return () -> new ReadAhead<>(reader.iterator(), limit, weight, thread);
    }

    /** The first {@code count} elements. */
    static <T> Reader<T> first(Reader<T> reader, long count) {
        return () -> new FirstOf<>(reader.iterator(), count);
    }

    /** All elements of each reader, one reader after another. */
    static <T> Reader<T> chain(List<? extends Reader<? extends T>> readers) {
        return () -> new Chained<>(readers);
    }

    /** The same elements, read once and kept in memory for the passes that follow. */
    static <T> Reader<T> cache(Reader<T> reader) {
        return new Cached<>(reader);
    }

    /** What {@code function} makes of one element of each reader; ends with the shortest. */
    static <R> Reader<R> map(List<? extends Reader<?>> readers, Function<List<Object>, R> function) {
        return () -> new Mapped<>(readers.stream().map(Reader::objects).toList(), function);
    }

    /** What {@code function} makes of each element, by {@code threads} at a time, up to {@code buffer} ahead; in the order of {@code reader}. */
    static <T, R> Reader<R> parallel(Reader<T> reader, Function<T, R> function, int threads, int buffer) {
        atLeastOne("xmap_readers' process_num", threads);
        atLeastOne("xmap_readers' buffer_size", buffer);
        return () -> new ParallelMap<>(reader.iterator(), function, threads, buffer);
    }

    /** What {@code function}, called once in each pass, hands to the consumer that it is given. */
    static <T> Reader<T> generated(Consumer<Consumer<T>> function) {
        return () -> new Generated<>(function);
    }

    /**
     * One element of each reader at a time.
     *
     * @param aligned whether it is an error that one ends before the others
     */
    static Reader<List<Object>> together(List<? extends Reader<?>> readers, boolean aligned) {
        return () -> {
            List<Iterator<Object>> elements =
                    readers.stream().map(Reader::objects).toList();
            Iterator<List<Object>> rows = new Mapped<>(elements, Function.identity());
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    boolean more = rows.hasNext();
                    if (!more && aligned && elements.stream().anyMatch(Iterator::hasNext)) {
                        throw new ReaderException(
                                "compose: its readers do not have the same number of rows; check_alignment: false ends with the shortest");
                    }
                    return more;
                }

                @Override
                public List<Object> next() {
                    return rows.next();
                }
            };
        };
    }

    private static Iterator<Object> objects(Reader<?> reader) {
        Iterator<?> elements = reader.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return elements.hasNext();
            }

            @Override
            public Object next() {
                return elements.next();
            }
        };
    }

    private static void atLeastOne(String what, int number) {
        if (number < 1) {
            throw new ReaderException(what + " must be 1 or more, not " + number);
        }
    }
}
