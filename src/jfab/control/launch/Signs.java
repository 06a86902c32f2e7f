package jfab.control.launch;

import java.io.InputStream;
import java.time.Duration;

/**
 * Signs of life: a line now and then, for a request on a host that is to end when nobody takes its answer any more. They end when the
 * host has told all, or has fallen silent itself: an SSH server may keep the end of an answer to itself until its input ends.
 */
final class Signs extends InputStream {
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private long heard = System.nanoTime();
    private boolean over;

    /** The host has said something. */
    synchronized void heard() {
        heard = System.nanoTime();
    }

    /** The host has told all. */
    synchronized void end() {
        over = true;
        notifyAll();
    }

    @Override
    public synchronized int read() {
        try {
            long next = System.nanoTime() + EVERY.toNanos();
            for (long left = EVERY.toNanos(); !over && left > 0; left = next - System.nanoTime()) {
                wait(Math.max(1, left / 1_000_000));
            }
            return over || System.nanoTime() - heard > SILENCE.toNanos() ? -1 : '\n';
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    /** One line at a time: the rest of {@code bytes} would take minutes. */
    @Override
    public int read(byte[] bytes, int offset, int length) {
        int sign = length == 0 ? 0 : read();
        if (sign > 0) {
            bytes[offset] = (byte) sign;
        }
        return sign > 0 ? 1 : sign;
    }
}
