package jfab.control.connection.jsch.channels;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Bytes on their way from one thread to another.
 *
 * <p>A session's reader serves all its channels, so one whose taker is slow must not hold up the others: the queue holds
 * far more than a pipe does. It is bounded all the same; a taker that stalls for good holds up the session in the end.
 */
final class ByteQueue {
    private static final int MOST = 8 * 1024 * 1024;

    private final Deque<byte[]> chunks = new ArrayDeque<>();
    private int offset;
    private int held;
    private boolean ended;
    private boolean closed;

    /** Adds a copy; waits for room. */
    synchronized void put(byte[] bytes, int from, int length) throws IOException {
        try {
            while (held >= MOST && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        if (closed) {
            throw new IOException("nobody takes what comes");
        }
        if (length > 0) {
            chunks.add(Arrays.copyOfRange(bytes, from, from + length));
            held += length;
            notifyAll();
        }
    }

    /** Nothing more will come. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Nothing more will be taken. */
    synchronized void close() {
        closed = true;
        chunks.clear();
        notifyAll();
    }

    /**
     * Takes what is there, up to {@code length} bytes; waits for some.
     *
     * @param millis limit; 0 for none
     * @return the number of bytes; -1 at the end
     * @throws SocketTimeoutException when nothing came in time
     */
    synchronized int take(byte[] to, int from, int length, int millis) throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            while (chunks.isEmpty() && !ended && !closed) {
                long left = millis == 0 ? 0 : Math.ceilDiv(end - System.nanoTime(), 1_000_000);
                if (millis != 0 && left <= 0) {
                    throw new SocketTimeoutException("nothing came in " + millis + " ms");
                }
                wait(left);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        byte[] chunk = chunks.peek();
        if (chunk == null) {
            return -1;
        }
        int count = Math.min(length, chunk.length - offset);
        System.arraycopy(chunk, offset, to, from, count);
        offset += count;
        held -= count;
        if (offset == chunk.length) {
            chunks.remove();
            offset = 0;
        }
        notifyAll();
        return count;
    }

    private static IOException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IOException("interrupted", e);
    }
}
