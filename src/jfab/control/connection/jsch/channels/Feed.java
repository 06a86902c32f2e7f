package jfab.control.connection.jsch.channels;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A command's standard input, which is added to while the command runs: what is not there yet is waited for. */
final class Feed extends InputStream {
    private static final InputStream END = InputStream.nullInputStream();

    private final BlockingQueue<InputStream> parts = new LinkedBlockingQueue<>();
    private @Nullable InputStream part;

    void add(InputStream next) {
        parts.add(next);
    }

    void add(String text) {
        add(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Lets the command see an end of file after all that was added. */
    void end() {
        add(END);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        while (true) {
            InputStream current = part == null ? taken() : part;
            part = current;
            if (current.equals(END)) {
                return -1;
            }
            int count = current.read(bytes, from, length);
            if (count >= 0) {
                return count;
            }
            current.close();
            part = null;
        }
    }

    private InputStream taken() throws InterruptedIOException {
        try {
            return parts.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}
