package jfab.tools;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waiting in tests, which ends: what does not come in minutes, fails. */
public final class Await {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Await() {}

    /** What is asked again and again. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /** Waits until {@code condition} holds; {@code what} tells of it where it does not come to that. */
    public static <E extends Exception> void until(String what, Condition<E> condition) throws E, InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                fail("not within " + LIMIT.toSeconds() + " s: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }
}
