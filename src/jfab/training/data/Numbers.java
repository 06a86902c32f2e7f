package jfab.training.data;

import java.util.Iterator;
import java.util.stream.IntStream;

/** Numbers of a sample, which scripts read as those of a list: {@code row.x[0]}, {@code row.x.size()}, {@code row.x.sum()}. */
public interface Numbers extends Iterable<Number> {
    /** How many there are. */
    int size();

    /** The number at {@code index}, from 0. */
    Number getAt(int index);

    @Override
    default Iterator<Number> iterator() {
        return IntStream.range(0, size()).mapToObj(this::getAt).iterator();
    }
}
