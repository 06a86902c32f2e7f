package jfab.control.launch;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which lines of a log are shown.
 *
 * @param since only what was written from then on, as far as lines tell their time; a line without one belongs to the line before it
 * @param grep only lines in which this is found
 */
public record LineRule(Optional<Instant> since, Optional<Pattern> grep) {
    /** Shows all lines. */
    public static final LineRule ALL = new LineRule(Optional.empty(), Optional.empty());

    /** {@code I1121 14:02:11.5} as glog writes it, {@code 2026-11-21 14:02:11} and {@code 2026-11-21T14:02:11}, in brackets or not. */
    private static final Pattern STAMP = Pattern.compile(
            "^\\[?(?:[IWEF](?<month>\\d{2})(?<day>\\d{2})|(?<date>\\d{4}-\\d{2}-\\d{2}))[ T](?<time>\\d{2}:\\d{2}:\\d{2})");

    /** Whether every line is shown. */
    boolean isAll() {
        return since.isEmpty() && grep.isEmpty();
    }

    /** Lines of one log, in their order. */
    Lines lines(Instant begun) {
        return new Lines(begun);
    }

    /** The lines of one log, whose first ones were written at {@code time} or later. */
    final class Lines {
        private Instant time;
        private boolean told;
        private int hidden;

        private Lines(Instant time) {
            this.time = time;
        }

        /** Whether the next line is one to show. */
        boolean shows(String line) {
            Matcher stamp = STAMP.matcher(line);
            if (since.isPresent() && stamp.find()) {
                time = time(stamp);
                told = true;
            }
            if (since.filter(time::isBefore).isPresent()) {
                hidden++;
                return false;
            }
            return grep.map(pattern -> pattern.matcher(line).find()).orElse(true);
        }

        /** How many lines were not shown for their time although none has told one. */
        int withoutTime() {
            return told ? 0 : hidden;
        }

        /** The time of its host, which may be in another zone; what cannot be is the time before. */
        private Instant time(Matcher stamp) {
            try {
                LocalTime clock = LocalTime.parse(stamp.group("time"));
                ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
                if (stamp.group("date") != null) {
                    return LocalDateTime.of(java.time.LocalDate.parse(stamp.group("date")), clock)
                            .atZone(now.getZone())
                            .toInstant();
                }
                ZonedDateTime then = now.withDayOfMonth(1)
                        .withMonth(Integer.parseInt(stamp.group("month")))
                        .withDayOfMonth(Integer.parseInt(stamp.group("day")))
                        .with(clock);
                return (then.isAfter(now.plusDays(1)) ? then.minusYears(1) : then).toInstant();
            } catch (DateTimeException e) {
                return time;
            }
        }
    }
}
