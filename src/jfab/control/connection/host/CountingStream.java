package jfab.control.connection.host;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Tells how much of a file is read, however the file changes meanwhile. */
public final class CountingStream extends FilterInputStream {
    private final LongConsumer counter;

    /** @param counter told of each read how many bytes that were */
    public CountingStream(InputStream in, LongConsumer counter) {
        super(in);
        this.counter = counter;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int count = in.read(bytes, from, length);
        if (count > 0) {
            counter.accept(count);
        }
        return count;
    }
}
