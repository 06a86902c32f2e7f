package jfab.control.connection.jsch;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/** What a host is sent, which says how long the host has taken nothing of it. One thread at a time writes to it. */
final class WatchedOutput extends FilterOutputStream {
    private volatile boolean writing;
    private volatile long since;

    WatchedOutput(OutputStream out) {
        super(out);
    }

    /** How long a write has been waiting; zero where there is none. */
    Duration blocked() {
        return writing ? Duration.ofNanos(System.nanoTime() - since) : Duration.ZERO;
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
        since = System.nanoTime();
        writing = true;
        try {
            out.write(bytes, start, length);
        } finally {
            writing = false;
        }
    }
}
