package jfab.control.launch.start;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Tells how many bytes have been read so far, whenever another whole percent or the end is reached. */
final class CountedInput extends FilterInputStream {
    private final long total;
    private final LongConsumer listener;
    private long done;

    CountedInput(InputStream in, long total, LongConsumer listener) {
        super(in);
        this.total = Math.max(1, total);
        this.listener = listener;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        if (count > 0) {
            long before = done * 100 / total;
            done += count;
            if (done * 100 / total > before) {
                listener.accept(done);
            }
        }
        return count;
    }
}
