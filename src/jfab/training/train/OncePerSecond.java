package jfab.training.train;

import java.util.concurrent.TimeUnit;

/** Says when a second has passed since it last said so. */
final class OncePerSecond {
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);

    private long next = System.nanoTime();

    boolean due() {
        long now = System.nanoTime();
        if (now - next < 0) {
            return false;
        }
        next = now + INTERVAL;
        return true;
    }
}
