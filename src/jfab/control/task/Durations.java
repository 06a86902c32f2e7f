package jfab.control.task;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");

    private Durations() {}

    /** Reads {@code 30}, {@code 30s}, {@code 5m}, {@code 1h} or {@code 500ms}; {@code what} begins the message where it is none. */
    public static Duration parse(String text, String what) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new TaskException(what + " takes a time such as 30s, 5m or 1h, not '" + text + "'");
        }
        long number = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case null, default -> Duration.ofSeconds(number);
        };
    }
}
