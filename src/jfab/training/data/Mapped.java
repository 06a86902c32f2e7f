package jfab.training.data;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** One pass over several readers at once, whose elements a function turns into one; as long as the shortest. */
final class Mapped<R> implements Iterator<R> {
    private final List<Iterator<Object>> elements;
    private final Function<List<Object>, R> function;

    Mapped(List<Iterator<Object>> elements, Function<List<Object>, R> function) {
        this.elements = elements;
        this.function = function;
    }

    @Override
    public boolean hasNext() {
        return elements.stream().allMatch(Iterator::hasNext);
    }

    @Override
    public R next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return function.apply(elements.stream().map(Iterator::next).toList());
    }
}
