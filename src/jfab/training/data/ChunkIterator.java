package jfab.training.data;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Consecutive elements in lists. */
final class ChunkIterator<T> implements Iterator<List<T>> {
    private final Iterator<T> elements;
    private final int size;

    ChunkIterator(Iterator<T> elements, int size) {
        this.elements = elements;
        this.size = size;
    }

    @Override
    public boolean hasNext() {
        return elements.hasNext();
    }

    @Override
    public List<T> next() {
        if (!elements.hasNext()) {
            throw new NoSuchElementException();
        }
        List<T> chunk = new ArrayList<>(size);
        while (chunk.size() < size && elements.hasNext()) {
            chunk.add(elements.next());
        }
        return chunk;
    }
}
