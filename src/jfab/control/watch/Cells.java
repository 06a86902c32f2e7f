package jfab.control.watch;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import jfab.control.observe.ObservedStep;

/** Quantities in few characters; what is unknown is a dash. */
final class Cells {
    private static final String UNKNOWN = "-";

    private Cells() {}

    /** Four digits that count: {@code 0.01234}, {@code 512.3}, {@code 1.2e+09}. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        double size = Math.abs(value);
        String format = size != 0 && (size < 1e-3 || size >= 1e6)
                ? "%.2e"
                : size >= 1e4 ? "%.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : size >= 1 ? "%.3f" : "%.4f";
        return format.formatted(value);
    }

    /** As {@link #number}; {@code nan}, {@code inf} and {@code -inf} where training has diverged. */
    static String loss(OptionalDouble value) {
        return value.isPresent()
                ? ObservedStep.diverged(value.getAsDouble()).orElseGet(() -> number(value.getAsDouble()))
                : UNKNOWN;
    }

    static String whole(double value) {
        return Double.isFinite(value) ? "%.0f".formatted(value) : UNKNOWN;
    }

    static String perCent(double value) {
        return Double.isFinite(value) ? "%.0f%%".formatted(value) : UNKNOWN;
    }

    static String memory(double kb) {
        if (!(kb > 0)) {
            return UNKNOWN;
        }
        return kb < 1e3 * 1024 ? "%.0fM".formatted(kb / 1024) : "%.1fG".formatted(kb / 1024 / 1024);
    }

    /** {@code 7s}, {@code 12m}, {@code 3h05}, {@code 2d04h}. */
    static String time(double seconds) {
        if (!Double.isFinite(seconds)) {
            return UNKNOWN;
        }
        Duration time = Duration.ofSeconds((long) seconds);
        if (time.toSeconds() < 120) {
            return time.toSeconds() + "s";
        }
        if (time.toMinutes() < 60) {
            return time.toMinutes() + "m";
        }
        return time.toHours() < 48
                ? String.format(Locale.ROOT, "%dh%02d", time.toHours(), time.toMinutesPart())
                : String.format(Locale.ROOT, "%dd%02dh", time.toDays(), time.toHoursPart());
    }

    /** {@code text} in exactly {@code width} columns, cut where it is longer. */
    static String left(String text, int width) {
        return text.length() > width
                ? text.substring(0, Math.max(0, width - 1)) + "\u2026"
                : text + " ".repeat(width - text.length());
    }

    static String right(String text, int width) {
        return text.length() > width ? left(text, width) : " ".repeat(width - text.length()) + text;
    }
}
