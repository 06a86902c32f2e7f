package jfab.training.data;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The first elements of one pass. */
final class FirstOf<T> implements Iterator<T> {
    private final Iterator<T> elements;
    private long left;

    FirstOf(Iterator<T> elements, long count) {
        this.elements = elements;
        this.left = count;
    }

    /** Does not ask for an element after the last one that is wanted: that may be a wait. */
    @Override
    public boolean hasNext() {
        return left > 0 && elements.hasNext();
    }

    @Override
    public T next() {
        if (left <= 0) {
            throw new NoSuchElementException();
        }
        left--;
        return elements.next();
    }
}
