package jfab.control.connection.transfer;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import jfab.control.bundle.FileVersion;
import jfab.control.connection.host.CountingStream;

/** A local file that is open to be sent: whole, or in parts that several threads read at the same time. */
public final class FileParts implements Closeable {
    private final FileChannel channel;
    private final TransferProgress progress;
    private final FileVersion version;
    private long read;

    FileParts(Path file, TransferProgress progress) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.READ);
        this.progress = progress;
        this.version = FileVersion.of(file);
    }

    /** How many bytes it had when it was opened. */
    public long size() {
        return version.size();
    }

    /** All of it, as it is now; what has been read before does not count. */
    public InputStream whole() {
        count(-read());
        return part(0, Long.MAX_VALUE);
    }

    /** What is between two places in it, as far as it is that long by now. */
    public InputStream part(long from, long to) {
        return new CountingStream(new Part(from, to), this::count);
    }

    private synchronized void count(long bytes) {
        read += bytes;
        progress.add(bytes);
    }

    /** How many bytes have been read of all parts. */
    synchronized long read() {
        return read;
    }

    /** Refuses what was written to meanwhile. */
    void end() throws IOException {
        if (version.grown()) {
            progress.grown(version.file());
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private final class Part extends InputStream {
        private final long to;
        private long at;

        Part(long from, long to) {
            this.at = from;
            this.to = to;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int most = (int) Math.min(length, to - at);
            int count = most == 0 ? 0 : channel.read(ByteBuffer.wrap(bytes, from, most), at);
            at += Math.max(0, count);
            return count == 0 && length > 0 ? -1 : count;
        }
    }
}
