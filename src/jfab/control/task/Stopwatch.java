package jfab.control.task;

import java.time.Duration;

/** The time since it was made. */
record Stopwatch(long start) {
    Stopwatch() {
        this(System.nanoTime());
    }

    Duration time() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
