package jfab.training.data;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** One pass over several readers, one after another. */
final class Chained<T> implements Iterator<T> {
    private final Iterator<? extends Reader<? extends T>> readers;
    private Iterator<? extends T> current = Collections.emptyIterator();

    Chained(Iterable<? extends Reader<? extends T>> readers) {
        this.readers = readers.iterator();
    }

    @Override
    public boolean hasNext() {
        while (!current.hasNext() && readers.hasNext()) {
            current = readers.next().iterator();
        }
        return current.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return current.next();
    }
}
