package jfab.control.launch;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * The name of a job, which is also its directory on every host: {@code JOB}, the local time it was submitted, and a
 * suffix from {@code -2} where that name was taken.
 */
public record JobId(String stamp, int suffix) implements Comparable<JobId> {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("uuuuMMddHHmmss");

    public JobId {
        if (!stamp.matches("\\d{14}") || suffix < 1) {
            throw new LaunchException("'JOB" + stamp + "' is not a job id; it looks like JOB20260131120000");
        }
    }

    public static JobId at(LocalDateTime time) {
        return new JobId(STAMP.format(time), 1);
    }

    /** Whether {@code text} is written as a job's id is. */
    public static boolean looksLike(String text) {
        return text.matches("JOB\\d{14}(-\\d{1,6})?");
    }

    /** Reads {@code JOB20260131120000} or {@code JOB20260131120000-2}. */
    public static JobId parse(String text) {
        if (!looksLike(text)) {
            throw new LaunchException("'" + text + "' is not a job id; it looks like JOB20260131120000");
        }
        int dash = text.indexOf('-');
        return dash < 0
                ? new JobId(text.substring(3), 1)
                : new JobId(text.substring(3, dash), Integer.parseInt(text.substring(dash + 1)));
    }

    /** The next name to try when this one is taken. */
    public JobId next() {
        return new JobId(stamp, suffix + 1);
    }

    @Override
    public int compareTo(JobId other) {
        int byTime = stamp.compareTo(other.stamp);
        return byTime != 0 ? byTime : Integer.compare(suffix, other.suffix);
    }

    @Override
    public String toString() {
        return "JOB" + stamp + (suffix > 1 ? "-" + suffix : "");
    }
}
