package jfab.training.data.provider;

import java.util.ArrayList;
import java.util.List;
import jfab.training.data.Column;
import jfab.training.data.ReaderException;
import jfab.training.data.rows.Slot;
import org.jspecify.annotations.Nullable;

/**
 * What a data provider gives for one data layer.
 *
 * @param size how many numbers a vector has, or how many indices there are
 */
public record InputType(Kind kind, int size, boolean sequence) {
    /** As PaddlePaddle names them. */
    public enum Kind {
        DENSE_VECTOR,
        INTEGER_VALUE,
        /** The indices of the elements that are 1, in a list; all others are 0. */
        SPARSE_BINARY_VECTOR
    }

    public InputType {
        if (size < 1) {
            throw new ReaderException("the size of an input type is 1 or more, not " + size);
        }
    }

    /** Whether layers see indices; they see numbers else. */
    public boolean indices() {
        return kind == Kind.INTEGER_VALUE;
    }

    /** The numbers that {@code value} stands for. */
    Column column(String name, String place, @Nullable Object value) {
        return switch (kind) {
            case DENSE_VECTOR -> new Slot(name, false, List.of((long) size), sequence).column(place, value);
            case INTEGER_VALUE -> {
                Column column = new Slot(name, true, List.of(1L), sequence).column(place, value);
                checkRange(name, place, column);
                yield column;
            }
            case SPARSE_BINARY_VECTOR -> sparse(name, place, value);
        };
    }

    private Column sparse(String name, String place, @Nullable Object value) {
        List<?> vectors = sequence ? Slot.elements(value) : java.util.Collections.singletonList(value);
        if (vectors == null) {
            throw new ReaderException(place + ": '" + name + "' takes a list of lists of indices, not " + value);
        }
        Slot indices = new Slot(name, true, List.of(1L), true);
        List<float[]> dense = new ArrayList<>();
        for (Object vector : vectors) {
            if (Slot.elements(vector) == null) {
                throw new ReaderException(
                        place + ": '" + name + "' takes a list of the indices that are 1, not " + vector);
            }
            Column column = indices.column(place, vector);
            checkRange(name, place, column);
            float[] ones = new float[size];
            for (long index : ((Column.Integers) column).values()) {
                if (ones[(int) index] != 0) {
                    throw new ReaderException(place + ": '" + name + "' has the index " + index + " twice");
                }
                ones[(int) index] = 1;
            }
            dense.add(ones);
        }
        float[] all = new float[Math.multiplyExact(size, dense.size())];
        for (int i = 0; i < dense.size(); i++) {
            System.arraycopy(dense.get(i), 0, all, i * size, size);
        }
        return new Column.Reals(all);
    }

    private void checkRange(String name, String place, Column column) {
        for (long index : ((Column.Integers) column).values()) {
            if (index < 0 || index >= size) {
                throw new ReaderException(
                        place + ": '" + name + "' is from 0 to " + (size - 1) + ", and here is " + index);
            }
        }
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(java.util.Locale.ROOT) + (sequence ? "_sequence" : "") + "(" + size + ")";
    }
}
