package jfab.control.connection.jsch;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a host is sent, which ends the connection where the host takes nothing of it. Nobody else could: whoever closes a channel or
 * the session, or asks for a sign of life, waits to write until the one before has written. One thread at a time writes to it.
 */
final class WatchedOutput extends FilterOutputStream {
    /** Up to here no system lets a writer wait, so that short commands need nobody who watches. */
    private static final int UNWATCHED = 8192;

    private final Duration pause;
    private final Duration limit;
    private final Runnable end;
    private long sent;
    private @Nullable Thread watching;
    private volatile boolean writing;
    private volatile long since;

    /**
     * What goes to {@code out}.
     *
     * @param pause how often it is looked at; zero for never
     * @param limit how long a write may take
     * @param end ends the connection, and so the write
     */
    WatchedOutput(OutputStream out, Duration pause, Duration limit, Runnable end) {
        super(out);
        this.pause = pause;
        this.limit = limit;
        this.end = end;
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
        sent += length;
        if (sent > UNWATCHED && watching == null && !pause.isZero()) {
            watching = Thread.ofVirtual()
                    .name(KeptSessions.WATCHING)
                    .inheritInheritableThreadLocals(false)
                    .start(this::watch);
        }
        since = System.nanoTime();
        writing = true;
        try {
            out.write(bytes, start, length);
        } finally {
            writing = false;
        }
    }

    private void watch() {
        try {
            do {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            } while (!writing || System.nanoTime() - since < limit.toNanos());
            end.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        Thread watch = watching;
        if (watch != null) {
            watch.interrupt();
        }
        out.close();
    }
}
