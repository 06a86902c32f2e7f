package jfab.control.connection.broadcast;

import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What a host is told, as the standard input of its script; giving an order never waits for the host. */
final class Orders extends InputStream {
    private static final byte[] END = new byte[0];

    private final BlockingQueue<byte[]> parts = new LinkedBlockingQueue<>();
    private byte[] part = {};
    private int at;
    private boolean ended;

    void give(String text) {
        parts.add(text.getBytes(StandardCharsets.UTF_8));
    }

    void end() {
        parts.add(END);
    }

    @Override
    public int read() throws InterruptedIOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws InterruptedIOException {
        try {
            while (!ended && at == part.length) {
                part = parts.take();
                at = 0;
                ended = part.length == 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        if (ended) {
            return -1;
        }
        int count = Math.min(length, part.length - at);
        System.arraycopy(part, at, bytes, from, count);
        at += count;
        return count;
    }
}
