package jfab.control.connection.jsch.channels;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** When a host's server of files has last said something, and whether a transfer is to end after the part in hand. */
final class SftpWatch {
    private volatile boolean asked;
    private volatile long heard;

    /** Whether it is this side that the transfer waits for. */
    private volatile boolean ours;

    /** The host has said something. */
    void hear() {
        heard = System.nanoTime();
    }

    /** From now on, transfers end. */
    void stop() {
        asked = true;
    }

    boolean stopped() {
        return asked;
    }

    void check() throws InterruptedIOException {
        if (asked) {
            throw new InterruptedIOException("interrupted");
        }
    }

    /** The host is not waited for, or it is again, from now on. */
    void pause(boolean waitsForUs) {
        heard = System.nanoTime();
        ours = waitsForUs;
    }

    OutputStream timed(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                pause(true);
                try {
                    out.write(bytes, from, length);
                } finally {
                    pause(false);
                }
            }
        };
    }

    InputStream timed(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                pause(true);
                try {
                    return in.read(bytes, from, length);
                } finally {
                    pause(false);
                }
            }
        };
    }

    /** Ends a channel on which nothing comes or goes: a server that is mute, or that answers without a byte, would be asked for ever. */
    final class Silence implements AutoCloseable {
        private final Runnable end;
        private final Duration limit;
        private final Thread watching;
        private volatile boolean over;

        /** Begins to watch; {@code end} is done when the host has been silent for {@code limit}. */
        Silence(Runnable end, Duration limit) {
            this.end = end;
            this.limit = limit;
            hear();
            watching = Thread.ofVirtual().start(this::watch);
        }

        private void watch() {
            try {
                for (long left = left(); left > 0; left = left()) {
                    TimeUnit.NANOSECONDS.sleep(left);
                }
                over = true;
                end.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private long left() {
            return limit.toNanos() - (ours ? 0 : System.nanoTime() - heard);
        }

        /** Why a request failed that has failed with {@code failure}. */
        IOException told(IOException failure) {
            return over
                    ? new IOException("the host's SFTP gives nothing for " + limit.toSeconds() + " s", failure)
                    : failure;
        }

        @Override
        public void close() {
            watching.interrupt();
        }
    }
}
