package jfab.training.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The bytes of one data file, or of one entry of an archive, in order. It knows how far it is, and a problem with its bytes
 * becomes a {@link DataException} that names the file.
 */
public final class ByteSource implements AutoCloseable {
    private final Path file;
    private final String entry;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;
    private long beforeBuffer;

    private ByteSource(Path file, String entry, InputStream in) {
        this.file = file;
        this.entry = entry;
        this.in = in;
    }

    /** All bytes of {@code file}. */
    public static ByteSource open(Path file) {
        try {
            return new ByteSource(file, "", Files.newInputStream(file));
        } catch (IOException e) {
            throw DataException.reading(file, e);
        }
    }

    /** The bytes of {@code entry}, which {@code in} gives, in the archive {@code file}. */
    public static ByteSource ofEntry(Path file, String entry, InputStream in) {
        return new ByteSource(file, entry, in);
    }

    /** How many bytes have been read. */
    public long offset() {
        return beforeBuffer + position;
    }

    /** The next byte as 0 to 255, or -1 at the end. */
    public int next() {
        return position < limit || fill() ? buffer[position++] & 0xff : -1;
    }

    /** The next {@code length} bytes; fewer where the source ends before. */
    public byte[] next(int length) {
        int buffered = Math.min(length, limit - position);
        byte[] head = Arrays.copyOfRange(buffer, position, position + buffered);
        position += buffered;
        if (buffered == length) {
            return head;
        }
        try {
            // Grows with what comes, so that a damaged length does not claim memory for bytes that are not there.
            byte[] rest = in.readNBytes(length - buffered);
            beforeBuffer += rest.length;
            byte[] all = Arrays.copyOf(head, buffered + rest.length);
            System.arraycopy(rest, 0, all, buffered, rest.length);
            return all;
        } catch (IOException e) {
            throw DataException.reading(file, e);
        }
    }

    /** An error of this source: a clause that goes on after the file's name and, in an archive, the entry's. */
    public DataException error(String problem) {
        return new DataException(file, entry.isEmpty() ? problem : entry + ": " + problem);
    }

    private boolean fill() {
        try {
            beforeBuffer += limit;
            position = 0;
            limit = Math.max(0, in.read(buffer));
            return limit > 0;
        } catch (IOException e) {
            limit = 0;
            throw DataException.reading(file, e);
        }
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw DataException.reading(file, e);
        }
    }
}
