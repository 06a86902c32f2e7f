package jfab.control.connection.broadcast;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes that count how many of them were read, and of which no more than the first can be sent until a gate opens.
 */
final class GatedContent implements Content {
    private static final int MEGABYTE = 1 << 20;

    private final byte[] bytes;
    private final int first;
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicLong read = new AtomicLong();

    private GatedContent(byte[] bytes, int first) {
        this.bytes = bytes;
        this.first = first;
    }

    byte[] bytes() {
        return bytes;
    }

    static GatedContent open(int megabytes) {
        GatedContent content = closedAfter(0, megabytes);
        content.letThrough();
        return content;
    }

    /** A gate after {@code first} chunks. */
    static GatedContent closedAfter(int first, int megabytes) {
        byte[] bytes = new byte[megabytes * MEGABYTE + 12345];
        new Random(7).nextBytes(bytes);
        return new GatedContent(bytes, first * MEGABYTE);
    }

    void letThrough() {
        gate.countDown();
    }

    @Override
    public String what() {
        return "bytes";
    }

    @Override
    public long about() {
        return bytes.length;
    }

    /** The first time, for the digests, there is no gate. */
    @Override
    public InputStream open() {
        boolean gated = opened.getAndIncrement() > 0;
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            private long at;

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                if (gated && at >= first) {
                    await();
                }
                int most = gated && at < first ? (int) Math.min(length, first - at) : length;
                int count = super.read(into, from, most);
                at += Math.max(0, count);
                read.addAndGet(Math.max(0, count));
                return count;
            }

            @Override
            public long skip(long count) throws IOException {
                long skipped = super.skip(count);
                at += skipped;
                return skipped;
            }
        };
    }

    private void await() throws InterruptedIOException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** How often all of it was sent: it was read once more for the digests. */
    double copies() {
        return (double) read.get() / bytes.length - 1;
    }
}
