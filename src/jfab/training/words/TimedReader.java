package jfab.training.words;

import java.util.Iterator;
import jfab.training.data.Reader;
import jfab.training.engine.StepListener;

/** A reader of batches that tells how long each took, and in which pass over it. */
public final class TimedReader<T> implements Reader<T> {
    private final Reader<T> reader;
    private final StepListener listener;

    public TimedReader(Reader<T> reader, StepListener listener) {
        this.reader = reader;
        this.listener = listener;
    }

    /** What is read without the clock, so that readers of readers count once, and other threads not at all. */
    static Object untimed(Object reader) {
        return reader instanceof TimedReader<?> timed ? timed.reader : reader;
    }

    @Override
    public Iterator<T> iterator() {
        long since = System.nanoTime();
        Object pass = new Object();
        Iterator<T> batches = reader.iterator();
        listener.read(pass, System.nanoTime() - since);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return batches.hasNext();
            }

            @Override
            public T next() {
                long begun = System.nanoTime();
                T batch = batches.next();
                listener.read(pass, System.nanoTime() - begun);
                return batch;
            }
        };
    }
}
