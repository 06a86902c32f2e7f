package jfab.training.data;

/** The numbers of one sample for one variable, row-major. The arrays are shared, not copied; nobody changes them. */
public sealed interface Column {
    /** For a float32 variable. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box every pixel
    record Reals(float[] values) implements Column {}

    /** For an int64 variable. */
    @SuppressWarnings("ArrayRecordComponent") // as above
    record Integers(long[] values) implements Column {}

    static Column reals(float... values) {
        return new Reals(values);
    }

    static Column integers(long... values) {
        return new Integers(values);
    }
}
