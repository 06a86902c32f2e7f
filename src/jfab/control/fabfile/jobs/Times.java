package jfab.control.fabfile.jobs;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.Optional;
import jfab.Durations;

/** Times as users write them. */
final class Times {
    private Times() {}

    /** {@code 90s}, {@code 10m}, {@code 36h} or {@code 30d}; empty for anything else, also for a number alone, which may be meant as days. */
    static Optional<Duration> span(String text) {
        return text.matches(".*[A-Za-z]") ? Durations.read(text) : Optional.empty();
    }

    /** {@code 10m} ago, the last {@code 14:02}, or {@code 2026-11-21T14:02}; empty for anything else. */
    static Optional<Instant> past(String text, ZonedDateTime now) {
        Optional<Duration> span = span(text);
        if (span.isPresent()) {
            return Optional.of(now.minus(span.get()).toInstant());
        }
        try {
            if (text.contains("T")) {
                return Optional.of(
                        LocalDateTime.parse(text).atZone(now.getZone()).toInstant());
            }
            ZonedDateTime today = now.with(LocalTime.parse(text));
            return Optional.of((today.isAfter(now) ? today.minusDays(1) : today).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
