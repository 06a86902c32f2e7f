package jfab.training.data;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The numbers of one sample for one variable, row-major. The arrays are
 * shared, not copied; nobody changes them.
 */
public sealed interface Column extends Numbers {
    /** For a float32 variable. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box every pixel
    record Reals(float[] values) implements Column {
        @Override
        public int size() {
            return values.length;
        }

        @Override
        public Number getAt(int index) {
            return values[index];
        }

        @Override
        public String toString() {
            return shown(values.length, i -> String.valueOf(values[i]));
        }
    }

    /** For an int64 variable. */
    @SuppressWarnings("ArrayRecordComponent") // as above
    record Integers(long[] values) implements Column {
        @Override
        public int size() {
            return values.length;
        }

        @Override
        public Number getAt(int index) {
            return values[index];
        }

        @Override
        public String toString() {
            return shown(values.length, i -> String.valueOf(values[i]));
        }
    }

    static Column reals(float... values) {
        return new Reals(values);
    }

    static Column integers(long... values) {
        return new Integers(values);
    }

    /** As a sentence has it: the first numbers of what may be a picture. */
    private static String shown(int count, IntFunction<String> number) {
        return IntStream.range(0, Math.min(count, 8))
                .mapToObj(number)
                .collect(Collectors.joining(", ", "[", count > 8 ? ", ...]" : "]"));
    }
}
