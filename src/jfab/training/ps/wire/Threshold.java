package jfab.training.ps.wire;

/**
 * The size from which on numbers are among the {@code kept} largest.
 *
 * @param bits of its size as a float, which are ordered as sizes are; NaN is the largest
 * @param equal how many of those of exactly this size are among them
 */
record Threshold(int bits, int equal) {
    private static final int BUCKETS = 1 << Short.SIZE;

    static Threshold of(float[] numbers, int kept) {
        int[] high = new int[BUCKETS];
        for (float number : numbers) {
            high[size(number) >>> Short.SIZE]++;
        }
        int left = kept;
        int bucket = BUCKETS - 1;
        for (; high[bucket] < left; bucket--) {
            left -= high[bucket];
        }
        int[] low = new int[BUCKETS];
        for (float number : numbers) {
            if (size(number) >>> Short.SIZE == bucket) {
                low[size(number) & 0xffff]++;
            }
        }
        int rest = BUCKETS - 1;
        for (; low[rest] < left; rest--) {
            left -= low[rest];
        }
        return new Threshold(bucket << Short.SIZE | rest, left);
    }

    /** The absolute value as bits. */
    static int size(float number) {
        return Float.floatToRawIntBits(number) & 0x7fffffff;
    }
}
