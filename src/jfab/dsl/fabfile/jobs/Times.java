package jfab.dsl.fabfile.jobs;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.task.TaskException;

/** Spans of time as users write them: {@code 90s}, {@code 10m}, {@code 36h}, {@code 30d}. */
final class Times {
    private static final Pattern SPAN = Pattern.compile("(\\d{1,6})([smhd])");

    private Times() {}

    static Duration span(String text) {
        Matcher read = SPAN.matcher(text);
        if (!read.matches()) {
            throw new TaskException("'" + text + "' is not a time; write 90s, 30m, 36h or 30d");
        }
        long number = Long.parseLong(read.group(1));
        return switch (read.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}
