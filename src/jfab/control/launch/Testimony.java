package jfab.control.launch;

import java.util.Optional;
import jfab.JfabException;

/**
 * What the log of a process says of its end.
 *
 * @param life what it wrote from when it began until then
 */
record Testimony(FirstCause cause, String life) {
    /** The ends of logs. */
    interface Logs {
        String of(Worker worker) throws InterruptedException;
    }

    static Testimony of(FirstCause cause, Logs logs) throws InterruptedException {
        return new Testimony(cause, ErrorLine.life(logs.of(cause.status().worker()), cause.livesSince()));
    }

    /** As {@link #of}; without a word where the log cannot be asked for: what it would add is not worth to say nothing. */
    private static Testimony ifThere(FirstCause cause, Logs logs) throws InterruptedException {
        try {
            return of(cause, logs);
        } catch (JfabException e) {
            return new Testimony(cause, "");
        }
    }

    /**
     * That of {@code cause}; or, where its log only speaks of another process, of one that failed at about the same time by an error of
     * its own.
     */
    static Testimony ofFirst(FirstCause cause, Logs logs) throws InterruptedException {
        return of(cause, logs).orNear(logs);
    }

    /** As {@link #ofFirst}, of what failed in the end where that is another matter. */
    static Optional<Testimony> ofLast(FirstCause cause, Logs logs) throws InterruptedException {
        if (cause.last().isEmpty() || cause.last().get().isLike(cause)) {
            return Optional.empty();
        }
        return Optional.of(ifThere(cause.last().get(), logs).orNear(logs))
                .filter(testimony -> !testimony.cause.isLike(cause));
    }

    private Testimony orNear(Logs logs) throws InterruptedException {
        if (line().filter(ErrorLine::isOfPeer).isPresent()) {
            for (FirstCause near : cause.near()) {
                Testimony other = ifThere(near, logs);
                if (other.telling().filter(line -> !ErrorLine.isOfPeer(line)).isPresent()) {
                    return other;
                }
            }
        }
        return this;
    }

    private Optional<String> telling() {
        return ErrorLine.telling(life);
    }

    /** The line that explains the end, or may. */
    Optional<String> line() {
        return EndOf.silent(cause.code()) ? telling() : ErrorLine.of(life);
    }

    /** What stands before that line, where it may be any line of a program that is not {@code ours}, whose last sentence says why. */
    String mark(boolean ours) {
        return line().isEmpty() ? "" : telling().isEmpty() && !ours ? "; its last line: " : ": ";
    }
}
