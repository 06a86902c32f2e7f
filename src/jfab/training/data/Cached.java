package jfab.training.data;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reader that is read once, when its first pass begins, and kept in memory from then on. */
final class Cached<T> implements Reader<T> {
    private final Reader<T> reader;
    private @Nullable List<T> elements;

    Cached(Reader<T> reader) {
        this.reader = reader;
    }

    @Override
    public synchronized Iterator<T> iterator() {
        List<T> all = elements;
        if (all == null) {
            all = new ArrayList<>();
            for (T element : reader) {
                all.add(element);
            }
            elements = all;
        }
        return all.iterator();
    }
}
