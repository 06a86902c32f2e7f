package jfab.control.observe;

import java.util.stream.DoubleStream;

/** Numbers of many ranks as one; those that are not a number do not count. */
public final class Statistics {
    private Statistics() {}

    /** Not a number where there is none. */
    public static double mean(DoubleStream values) {
        return values.filter(Double::isFinite).average().orElse(Double.NaN);
    }

    /** The value that {@code share} of all lie below: 0 is the least, 0.5 the median, 1 the largest. */
    public static double quantile(DoubleStream values, double share) {
        double[] sorted = values.filter(Double::isFinite).sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double place = share * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = (int) Math.ceil(place);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    public static double median(DoubleStream values) {
        return quantile(values, 0.5);
    }
}
