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
 */
record Scale(double from, double to, List<Double> ticks) {
    private static final int WANTED = 5;

    Scale {
        ticks = List.copyOf(ticks);
    }

    /** A scale that has {@code least} and {@code most} on it, and at most about six ticks. */
    static Scale of(double least, double most) {
        double low = Double.isFinite(least) ? least : 0;
        double high = Double.isFinite(most) ? most : 1;
        if (high <= low) {
            high = low + Math.max(Math.abs(low) * 0.1, 1e-9);
        }
        double step = round((high - low) / WANTED);
        double first = Math.floor(low / step) * step;
        double last = Math.ceil(high / step) * step;
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; first + i * step <= last + step / 2; i++) {
            ticks.add(first + i * step);
        }
        return new Scale(ticks.getFirst(), ticks.getLast(), ticks);
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
        return Math.clamp((value - from) / (to - from), 0, 1);
    }

    /** A tick as people write it: {@code 0.05}, {@code 1,200}, {@code 3e-07}. */
    String label(double tick) {
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
