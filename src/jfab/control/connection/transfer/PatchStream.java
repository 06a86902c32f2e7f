package jfab.control.connection.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.function.LongConsumer;

/** The chunks of a patch, each after a line with its number, read from the file when they are needed. */
final class PatchStream extends InputStream {
    private final Patch patch;
    private final LongConsumer sent;
    private final RandomAccessFile file;
    private final Iterator<Integer> chunks;
    private InputStream line = InputStream.nullInputStream();
    private long left;

    PatchStream(Patch patch, LongConsumer sent) throws IOException {
        this.patch = patch;
        this.sent = sent;
        this.file = new RandomAccessFile(patch.file().file().toFile(), "r");
        this.chunks = patch.chunks().iterator();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left == 0) {
            if (!chunks.hasNext()) {
                // Of one that was written to since its sum was made, all is sent again; of one that was replaced, the
                // host makes no such sum.
                patch.version().grown();
                return -1;
            }
            begin(chunks.next());
        }
        if (line.available() > 0) {
            return line.read(bytes, offset, length);
        }
        int count = file.read(bytes, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw Patch.shorter(patch.file());
        }
        left -= count;
        sent.accept(count);
        return count;
    }

    private void begin(int chunk) throws IOException {
        line = new ByteArrayInputStream((chunk + "\n").getBytes(StandardCharsets.US_ASCII));
        left = Patch.length(patch.file(), chunk);
        file.seek(Patch.start(chunk));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
