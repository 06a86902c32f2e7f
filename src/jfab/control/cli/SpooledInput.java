package jfab.control.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import jfab.control.connection.command.Input;
import jfab.control.connection.files.PrivateFolder;
import org.jspecify.annotations.Nullable;

/**
 * A stream that is read once, and by everyone from its begin: what has been read is kept, in memory at first, and in a
 * private file without a name where it is much.
 *
 * <p>Readers get what is there at once, and wait for the rest. Reading starts with the first of them.
 */
final class SpooledInput implements Input {
    private static final int MEMORY = 1024 * 1024;

    private final InputStream source;
    private byte[] memory = new byte[8192];
    private @Nullable RandomAccessFile file;
    private long length;
    private boolean started;
    private boolean ended;
    private @Nullable IOException failure;

    SpooledInput(InputStream source) {
        this.source = source;
    }

    @Override
    public synchronized InputStream open() {
        if (!started) {
            started = true;
            Thread.ofPlatform().daemon().name("standard input").start(this::read);
        }
        return new Reader();
    }

    private void read() {
        byte[] buffer = new byte[64 * 1024];
        try {
            for (int count = source.read(buffer); count >= 0; count = source.read(buffer)) {
                keep(buffer, count);
            }
            end(null);
        } catch (IOException e) {
            end(e);
        }
    }

    private synchronized void keep(byte[] bytes, int count) throws IOException {
        if (file == null && length + count > MEMORY) {
            Path path = Files.createTempFile(PrivateFolder.of(Path.of(System.getProperty("user.home"))), "input", null);
            file = new RandomAccessFile(path.toFile(), "rw");
            Files.delete(path);
            file.write(memory, 0, (int) length);
            memory = new byte[0];
        }
        if (file != null) {
            file.seek(length);
            file.write(bytes, 0, count);
        } else {
            if (length + count > memory.length) {
                memory = Arrays.copyOf(memory, Math.max((int) length + count, 2 * memory.length));
            }
            System.arraycopy(bytes, 0, memory, (int) length, count);
        }
        length += count;
        notifyAll();
    }

    private synchronized void end(@Nullable IOException why) {
        failure = why;
        ended = true;
        notifyAll();
    }

    private synchronized int read(long position, byte[] bytes, int from, int wanted) throws IOException {
        try {
            while (position == length && !ended) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        if (position == length) {
            if (failure != null) {
                throw new IOException("standard input: " + failure.getMessage(), failure);
            }
            return -1;
        }
        int count = (int) Math.min(wanted, length - position);
        if (file == null) {
            System.arraycopy(memory, (int) position, bytes, from, count);
        } else {
            file.seek(position);
            file.readFully(bytes, from, count);
        }
        return count;
    }

    private final class Reader extends InputStream {
        private long position;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int wanted) throws IOException {
            int count = SpooledInput.this.read(position, bytes, from, wanted);
            position += Math.max(count, 0);
            return count;
        }
    }
}
