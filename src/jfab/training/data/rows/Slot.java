package jfab.training.data.rows;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import jfab.training.data.ArrayRow;
import jfab.training.data.Column;
import jfab.training.data.ReaderException;
import org.jspecify.annotations.Nullable;

/**
 * What one variable takes of each row.
 *
 * @param whole whether it takes whole numbers
 * @param shape of one sample, or of one element of a sequence
 */
public record Slot(String name, boolean whole, List<Long> shape, boolean sequence) {
    /** Beyond it not every whole number is a double. */
    private static final double EXACT = 1L << 53;
    /** Beyond it not every whole number is a float. */
    private static final long EXACT_FLOAT = 1L << 24;

    public Slot {
        shape = List.copyOf(shape);
    }

    /** How many numbers a sample, or an element of a sequence, has. */
    public long size() {
        return shape.stream().reduce(1L, Math::multiplyExact);
    }

    /**
     * The numbers in {@code value}: those of a file, a number, lists and arrays of numbers nested as the shape is, or all of them in one list.
     *
     * @param place of the row, for errors: {@code row 3 of the batch}
     */
    public Column column(String place, @Nullable Object value) {
        if (value instanceof Column column) {
            return checked(place, column);
        }
        if (value instanceof ArrayRow row) {
            return column(row.source() + place, row);
        }
        List<Number> numbers = new ArrayList<>();
        if (sequence) {
            List<?> elements = value instanceof Number ? List.of(value) : elements(value);
            if (elements == null) {
                throw wrong(place, described(value));
            }
            boolean flat = size() > 1 && elements.stream().allMatch(Number.class::isInstance);
            if (flat) {
                take(place, elements, List.of((long) elements.size()), numbers);
                if (numbers.size() % size() != 0) {
                    throw wrong(place, numbers.size() + " numbers");
                }
            } else {
                elements.forEach(element -> sample(place, element, numbers));
            }
        } else {
            sample(place, value, numbers);
        }
        return column(place, numbers);
    }

    private void sample(String place, @Nullable Object value, List<Number> numbers) {
        List<Long> found = dimensions(value);
        boolean flat = found.size() <= 1 && found.stream().reduce(1L, (a, b) -> a * b) == size();
        if (!flat && !found.equals(shape)) {
            throw wrong(place, shaped(found));
        }
        take(place, value, found, numbers);
    }

    /** The shape that the first elements of nested lists have; {@link #take} holds the others to it. */
    private List<Long> dimensions(@Nullable Object value) {
        List<Long> found = new ArrayList<>();
        Object inner = value;
        for (List<?> list = elements(inner); list != null; list = elements(inner)) {
            found.add((long) list.size());
            if (list.isEmpty()) {
                break;
            }
            inner = list.getFirst();
        }
        return found;
    }

    private void take(String place, @Nullable Object value, List<Long> expected, List<Number> numbers) {
        if (expected.isEmpty()) {
            if (!(value instanceof Number number)) {
                throw wrong(place, described(value));
            }
            numbers.add(number);
            return;
        }
        List<?> list = elements(value);
        if (list == null || list.size() != expected.getFirst()) {
            throw wrong(place, list == null ? described(value) + " among lists" : "lists of different lengths");
        }
        list.forEach(element -> take(place, element, expected.subList(1, expected.size()), numbers));
    }

    private Column column(String place, List<Number> numbers) {
        if (whole) {
            long[] values = new long[numbers.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = whole(place, numbers.get(i));
            }
            return new Column.Integers(values);
        }
        float[] values = new float[numbers.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = finite(place, numbers.get(i));
        }
        return new Column.Reals(values);
    }

    private long whole(String place, Number number) {
        double value = number.doubleValue();
        boolean integral = number instanceof Long || (value == Math.rint(value) && Math.abs(value) <= EXACT);
        if (!integral) {
            throw new ReaderException(place + ": '" + name + "' takes whole numbers (int64), and here is " + number);
        }
        return number.longValue();
    }

    private float finite(String place, Number number) {
        float value = number.floatValue();
        if (!Float.isFinite(value)) {
            throw new ReaderException(place + ": '" + name + "' takes numbers (float32), and here is " + number);
        }
        return value;
    }

    private Column reals(String place, long[] numbers) {
        float[] values = new float[numbers.length];
        for (int i = 0; i < values.length; i++) {
            if (Math.abs(numbers[i]) > EXACT_FLOAT || numbers[i] == Long.MIN_VALUE) {
                throw new ReaderException(place + ": '" + name + "' takes float32, which holds whole numbers up to "
                        + EXACT_FLOAT + ", and here is " + numbers[i]);
            }
            values[i] = numbers[i];
        }
        return new Column.Reals(values);
    }

    private Column column(String place, ArrayRow row) {
        List<Long> found = withoutOnes(row.shape());
        boolean ordered = found.size() <= 1 || ordered(found) || (sequence && ordered(found.subList(1, found.size())));
        if (!ordered) {
            throw wrong(place, shaped(row.shape()));
        }
        return checked(
                place,
                row.numbers() instanceof Column.Integers(long[] values) && !whole
                        ? reals(place, values)
                        : row.numbers());
    }

    /** Whether numbers of the shape {@code found}, which has no dimensions of 1, lie as this shape has them: it is the same, or one of both is flat. */
    private boolean ordered(List<Long> found) {
        List<Long> own = withoutOnes(shape);
        return found.equals(own)
                || ((found.size() <= 1 || own.size() <= 1) && found.stream().reduce(1L, Math::multiplyExact) == size());
    }

    private static List<Long> withoutOnes(List<Long> shape) {
        return shape.stream().filter(size -> size != 1).toList();
    }

    private Column checked(String place, Column column) {
        int length = switch (column) {
            case Column.Reals(float[] values) -> values.length;
            case Column.Integers(long[] values) -> values.length;
        };
        if (sequence ? length % size() != 0 : length != size()) {
            throw wrong(place, length + " numbers");
        }
        if (whole == column instanceof Column.Reals) {
            throw new ReaderException(place + ": '" + name + "' takes " + type() + ", and the reader gives "
                    + (whole ? "float32" : "int64"));
        }
        return column;
    }

    private ReaderException wrong(String place, String found) {
        return new ReaderException(place + ": '" + name + "' takes "
                + (sequence ? "a list of elements with " : "")
                + (size() == 1 ? "1 number" : size() + " numbers") + " (" + type()
                + (size() == 1 ? "" : " of shape " + shape)
                + ")" + (sequence ? " each" : "") + ", and here "
                + (found.matches("(\\d+ numbers|lists) ?.*") && !found.startsWith("1 ") ? "are " : "is ")
                + found);
    }

    private String type() {
        return whole ? "int64" : "float32";
    }

    private static String shaped(List<Long> found) {
        return found.isEmpty()
                ? "one number"
                : found.size() == 1 ? found.getFirst() + " numbers" : "lists of shape " + found;
    }

    private static String described(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case CharSequence text -> "the text '" + text + "'";
            case Map<?, ?> map -> "a map of " + map.keySet();
            default -> value.getClass().getSimpleName() + " " + value;
        };
    }

    /** What a list or an array holds; null where {@code value} is neither. */
    public static @Nullable List<?> elements(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case List<?> list -> list;
            case Collection<?> collection -> new ArrayList<>(collection);
            case Object array
            when array.getClass().isArray() -> {
                List<Object> list = new ArrayList<>(Array.getLength(array));
                for (int i = 0; i < Array.getLength(array); i++) {
                    list.add(Array.get(array, i));
                }
                yield list;
            }
            default -> null;
        };
    }
}
