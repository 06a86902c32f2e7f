package jfab.control.connection.jsch;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The time left for connecting. JSch's own limit covers single reads; this covers the whole, but not the user's typing. */
final class ConnectDeadline {
    private long end;
    private int pauses;
    private long paused;

    ConnectDeadline(Duration limit) {
        end = System.nanoTime() + limit.toNanos();
    }

    /** Nanoseconds; never 0 while paused. */
    synchronized long left() {
        long now = pauses > 0 ? paused : System.nanoTime();
        return Math.max(end - now, pauses > 0 ? 1 : 0);
    }

    synchronized boolean passed() {
        return left() == 0;
    }

    /** Runs {@code question} with the clock stopped. */
    <T extends @Nullable Object> T paused(Supplier<T> question) {
        pause();
        try {
            return question.get();
        } finally {
            resume();
        }
    }

    private synchronized void pause() {
        if (pauses++ == 0) {
            paused = System.nanoTime();
        }
    }

    private synchronized void resume() {
        if (--pauses == 0) {
            end += System.nanoTime() - paused;
        }
    }
}
