package jfab.observe;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened to a process of a job, as its host wrote it down.
 *
 * @param process {@code trainer-3}
 * @param what {@code started 4711}, {@code exited 1}, {@code stopped by kill}
 */
public record JobEvent(Instant time, String host, String process, String what) {
    /** Reads a line of a job's {@code events}: seconds since 1970, the process, what happened. */
    public static Optional<JobEvent> parse(String host, String line) {
        String[] words = line.strip().split(" +", 3);
        if (words.length < 3) {
            return Optional.empty();
        }
        try {
            return Optional.of(new JobEvent(Times.instant(words[0]), host, words[1], words[2]));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Whether it tells of an end that was not wished for. */
    public boolean bad() {
        return (what.startsWith("exited ") && !what.equals("exited 0"))
                || what.startsWith("restarting")
                || what.startsWith("stopped by its time limit");
    }
}
