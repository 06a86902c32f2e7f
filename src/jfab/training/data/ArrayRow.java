package jfab.training.data;

import java.util.List;

/** The numbers of one sample as an array in a file has them, row-major. */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box every pixel
public sealed interface ArrayRow extends Numbers {
    List<Long> shape();

    /** The file, and the array's name in it, as errors begin: {@code digits.npz: images: }. */
    String source();

    record Reals(float[] values, List<Long> shape, String source) implements ArrayRow {
        @Override
        public int size() {
            return values.length;
        }

        @Override
        public Number getAt(int index) {
            return values[index];
        }
    }

    /** Pictures and ids are both kept so: a variable takes them in its own type. */
    record Whole(long[] values, List<Long> shape, String source) implements ArrayRow {
        @Override
        public int size() {
            return values.length;
        }

        @Override
        public Number getAt(int index) {
            return values[index];
        }
    }
}
