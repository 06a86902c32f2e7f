package jfab.control.bundle;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * What a host sends is written to this stream, and read by a reader in a virtual thread of its own; closing waits for the reader.
 *
 * <p>Behind what the reader takes, a little more may come, as tar pads its archives. A host that goes on is not listened to: it would
 * hold whoever asked it for ever.
 */
public final class ReadOutput extends FilterOutputStream {
    private static final int BUFFER = 1 << 20;

    /** How much may come behind what is read: tar pads to 10 kB where nobody asks for other blocks. */
    private static final int PADDING = 1 << 20;

    private final CompletableFuture<Void> reading = new CompletableFuture<>();
    private boolean told;

    /** Reads a stream from its begin to its end. */
    @FunctionalInterface
    public interface Reader {
        void read(InputStream in) throws IOException;
    }

    private ReadOutput(PipedOutputStream out) {
        super(out);
    }

    /** A stream whose bytes {@code reader} reads. */
    public static ReadOutput by(Reader reader) throws IOException {
        PipedInputStream in = new PipedInputStream(BUFFER);
        ReadOutput output = new ReadOutput(new PipedOutputStream(in));
        Thread.ofVirtual().start(() -> {
            // Closing tells a writer that is still at work that nobody reads any more.
            try (in) {
                reader.read(in);
                if (in.readNBytes(PADDING + 1).length > PADDING) {
                    throw new IOException("the host sends more and more: over 1 MB after the end of what it has");
                }
                output.reading.complete(null);
            } catch (Throwable e) {
                // Also of a lack of memory, or whoever closes waits for ever.
                output.reading.completeExceptionally(e);
            }
        });
        return output;
    }

    /** Throws why the reader has ended early; whoever writes is only told that nobody reads any more. */
    public void check() throws IOException {
        if (reading.isCompletedExceptionally()) {
            told = true;
            throw failure(reading.exceptionNow());
        }
    }

    private static IOException failure(@Nullable Throwable cause) {
        return cause instanceof IOException problem
                ? problem
                : new IOException("what the host sends cannot be read here: " + cause, cause);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
        super.close();
        if (told) {
            return;
        }
        try {
            reading.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }
}
