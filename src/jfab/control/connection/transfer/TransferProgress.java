package jfab.control.connection.transfer;

import java.io.InputStream;
import java.nio.file.Path;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.CountingStream;
import jfab.control.connection.host.Host;

/** Tells how far a transfer has come at each whole percent, where it is large enough to be waited for. */
final class TransferProgress {
    private static final long WORTH_SHOWING = 8L << 20;

    private final OutputListener listener;
    private final Host host;
    private final String what;
    private long total;
    private long done;

    TransferProgress(OutputListener listener, Host host, String what, long total) {
        this.listener = listener;
        this.host = host;
        this.what = what;
        this.total = total;
    }

    void add(long bytes) {
        long before = done;
        // An archive is a little larger than what is in it.
        done = Math.min(total, done + bytes);
        if (total >= WORTH_SHOWING && done * 100 / total > before * 100 / total) {
            listener.progress(host, what, done, total);
        }
    }

    /** {@code bytes} are there by now, which may be fewer than before where all begins again. */
    void reach(long bytes) {
        add(Math.max(0, bytes - done));
    }

    /** All is done, if anything was. */
    void end() {
        add(done == 0 ? 0 : total - done);
    }

    /** There are {@code bytes} more to come than was thought; fewer, where that is negative. */
    void expect(long bytes) {
        total += bytes;
    }

    void grown(Path file) {
        listener.notice(host, file + " became longer while it was sent; its end may be missing there");
    }

    /** {@code in}, whose bytes count as done when they have been read. */
    InputStream of(InputStream in) {
        return new CountingStream(in, this::add);
    }
}
