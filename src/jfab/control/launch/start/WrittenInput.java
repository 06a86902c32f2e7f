package jfab.control.launch.start;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a writer produces, as an input stream; the writer runs in a virtual thread of its own.
 *
 * <p>A writer that fails makes the next read fail, so that a cut archive is never taken for a whole one.
 */
final class WrittenInput extends FilterInputStream {
    private static final int BUFFER = 1 << 18;

    private volatile @Nullable IOException failure;

    /** Writes a stream from its begin to its end. */
    @FunctionalInterface
    interface Writer {
        void write(OutputStream out) throws IOException;
    }

    private WrittenInput(PipedInputStream in) {
        super(in);
    }

    static WrittenInput of(Writer writer) throws IOException {
        PipedInputStream in = new PipedInputStream(BUFFER);
        PipedOutputStream out = new PipedOutputStream(in);
        WrittenInput input = new WrittenInput(in);
        Thread.ofVirtual().start(() -> {
            // The failure must be in place before the stream ends, or the reader would take the end for a good one.
            try (out) {
                try {
                    writer.write(out);
                } catch (IOException e) {
                    input.failure = e;
                } catch (RuntimeException e) {
                    input.failure = new IOException(e);
                }
            } catch (IOException e) {
                input.failure = e;
            }
        });
        return input;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        return b < 0 ? end() : b;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        return count < 0 ? end() : count;
    }

    private int end() throws IOException {
        IOException cause = failure;
        if (cause != null) {
            throw cause;
        }
        return -1;
    }
}
