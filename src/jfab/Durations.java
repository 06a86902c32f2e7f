package jfab;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them, and as ssh_config has them. */
public final class Durations {
    private static final Pattern PART = Pattern.compile("(\\d{1,9})\\s*(ms|[smhdw])?");
    private static final Pattern FORM = Pattern.compile("(?=.)(\\d{1,9}\\s*(ms|[smhdw]))*(\\d{1,9})?");

    /** What is longer was mistyped; Java's clocks count nanoseconds of three centuries at most. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Durations() {}

    /**
     * Reads {@code 30s}, {@code 5m}, {@code 36h}, {@code 30d}, {@code 2w}, {@code 500ms}, several of them such as {@code 1h30m}, or a number
     * of seconds; empty for anything else, and for more than a century.
     */
    public static Optional<Duration> read(String text) {
        String time = text.strip().toLowerCase(Locale.ROOT);
        if (!FORM.matcher(time).matches()) {
            return Optional.empty();
        }
        Duration sum = Duration.ZERO;
        for (Matcher part = PART.matcher(time); part.find(); ) {
            long number = Long.parseLong(part.group(1));
            sum = sum.plus(
                    switch (part.group(2)) {
                        case "ms" -> Duration.ofMillis(number);
                        case "m" -> Duration.ofMinutes(number);
                        case "h" -> Duration.ofHours(number);
                        case "d" -> Duration.ofDays(number);
                        case "w" -> Duration.ofDays(7 * number);
                        case null, default -> Duration.ofSeconds(number);
                    });
        }
        return sum.compareTo(LONGEST) > 0 ? Optional.empty() : Optional.of(sum);
    }
}
