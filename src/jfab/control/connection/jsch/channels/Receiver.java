package jfab.control.connection.jsch.channels;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The caller's stream for a command's output. It stays open at the end, and remembers why it could not take more. */
final class Receiver extends FilterOutputStream {
    private volatile @Nullable IOException failure;

    Receiver(OutputStream to) {
        super(to);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        } catch (RuntimeException | Error e) {
            // The session's own thread writes here, and serves all channels.
            IOException told = new IOException(e.toString(), e);
            failure = told;
            throw told;
        }
    }

    /** JSch flushes after each packet; the caller's buffer is flushed at the end. */
    @Override
    public void flush() {}

    @Override
    public void close() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Nullable
    IOException failure() {
        return failure;
    }
}
