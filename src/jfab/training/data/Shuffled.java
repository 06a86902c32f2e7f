package jfab.training.data;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** A reader that knows which pass it is in. */
final class Shuffled<T> implements Reader<T> {
    private final Reader<T> reader;
    private final int buffer;
    private final long seed;
    private long pass;

    Shuffled(Reader<T> reader, int buffer, long seed) {
        this.reader = reader;
        this.buffer = buffer;
        this.seed = seed;
    }

    @Override
    public Iterator<T> iterator() {
        Random random = new Random(seed * 31 + pass++);
        Iterator<List<T>> runs = new ChunkIterator<>(reader.iterator(), buffer);
        return new Iterator<>() {
            private Iterator<T> run = List.<T>of().iterator();

            @Override
            public boolean hasNext() {
                return run.hasNext() || runs.hasNext();
            }

            @Override
            public T next() {
                if (!run.hasNext()) {
                    List<T> mixed = runs.next();
                    Collections.shuffle(mixed, random);
                    run = mixed.iterator();
                }
                return run.next();
            }
        };
    }
}
