package jfab.control.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Numbers along an axis, from round tick to round tick.
 *
 * @param from the number at the begin of the axis
 * @param to the number at its end
 * @param ticks what is written beside it
 * @param logarithmic whether equal distances are equal ratios
 */
record Scale(double from, double to, List<Double> ticks, boolean logarithmic) {
    private static final int WANTED = 5;

    private static final int WIDE = 100;

    Scale {
        ticks = List.copyOf(ticks);
    }

    /** A scale that has {@code least} and {@code most} on it, and at most about six ticks. */
    static Scale of(double least, double most) {
        double low = plain(Double.isFinite(least) ? least : 0);
        double high = plain(Double.isFinite(most) ? most : 1);
        double size = Math.max(Math.abs(low), Math.abs(high));
        // Ticks that are nearer to each other have the same number.
        if (high - low <= size * 1e-9) {
            high = low + Math.max(size * (high <= low ? 0.1 : 1e-6), 1e-9);
        }
        double step = round((high - low) / WANTED);
        double first = Math.floor(low / step) * step;
        double last = Math.ceil(high / step) * step;
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; first + i * step <= last + step / 2; i++) {
            ticks.add(first + i * step);
        }
        return new Scale(ticks.getFirst(), ticks.getLast(), ticks, false);
    }

    /** What has a logarithm, and a difference to every other. */
    private static double plain(double value) {
        return Math.abs(value) < 1e-290 ? 0 : Math.clamp(value, -1e290, 1e290);
    }

    /** As {@link #of}, with ticks at powers of ten where numbers above zero span {@value #WIDE} times the least or more. */
    static Scale wide(double least, double most) {
        if (!(plain(least) > 0) || !Double.isFinite(most) || most < WIDE * least) {
            return of(least, most);
        }
        int low = (int) Math.floor(Math.log10(plain(least)) + 1e-9);
        int high = (int) Math.ceil(Math.log10(plain(most)) - 1e-9);
        int step = (high - low + WANTED - 1) / WANTED;
        List<Double> ticks = new ArrayList<>();
        for (int power = low; power < high + step; power += step) {
            ticks.add(Double.parseDouble("1e" + power));
        }
        return new Scale(ticks.getFirst(), ticks.getLast(), ticks, true);
    }

    /** 1, 2 or 5 times a power of ten, not below {@code step}. */
    private static double round(double step) {
        double power = Math.pow(10, Math.floor(Math.log10(step)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= step * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** Where {@code value} lies: 0 at the begin, 1 at the end. */
    double place(double value) {
        double way = logarithmic
                ? Math.log(Math.max(value, from) / from) / Math.log(to / from)
                : (value - from) / (to - from);
        return Math.clamp(way, 0, 1);
    }

    /** A tick as people write it: {@code 0.05}, {@code 1,200}, {@code 3e-07}. */
    String label(double tick) {
        if (logarithmic) {
            return tick < 1e-3 || tick >= 1e7
                    ? String.format(Locale.ROOT, "%.0e", tick)
                    : String.format(Locale.ROOT, tick < 1 ? "%s" : "%,.0f", tick);
        }
        double step = ticks.size() > 1 ? ticks.get(1) - ticks.get(0) : 1;
        double size = Math.max(Math.abs(from), Math.abs(to));
        if (Math.abs(tick) < step / 1e6) {
            return "0";
        }
        if (size >= 1e7 || size < 1e-3) {
            return String.format(Locale.ROOT, "%.1e", tick);
        }
        int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        return String.format(Locale.ROOT, "%,." + decimals + "f", tick);
    }
}
