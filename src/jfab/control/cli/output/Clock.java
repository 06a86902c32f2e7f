package jfab.control.cli.output;

import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The time as lines carry it. */
final class Clock {
    private static final DateTimeFormatter OF_DAY = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
    private static final DateTimeFormatter FULL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT);

    private Clock() {}

    /** {@code 14:03:59.123} */
    static String ofDay() {
        return OF_DAY.format(now());
    }

    /** {@code 2026-01-31T14:03:59.123+01:00} */
    static String full() {
        return FULL.format(now());
    }

    private static ZonedDateTime now() {
        return ZonedDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MILLIS);
    }
}
