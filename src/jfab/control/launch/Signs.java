package jfab.control.launch;

import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Signs of life: a line now and then, for a request on a host that is to end when nobody takes its answer any more. */
final class Signs extends InputStream {
    private static final Duration EVERY = Duration.ofSeconds(10);

    @Override
    public int read() {
        try {
            TimeUnit.NANOSECONDS.sleep(EVERY.toNanos());
            return '\n';
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
