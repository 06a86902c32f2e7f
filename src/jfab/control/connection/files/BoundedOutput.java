package jfab.control.connection.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What a host answers, kept in memory: as much as fits there beside other hosts', and a failure where it says more. */
public final class BoundedOutput extends OutputStream {
    /** Room for the names of a million files where the heap is as large as on a usual machine. */
    public static final long LIMIT = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 32);

    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private final String what;

    /** {@code what} is the subject of the failure: {@code the listing}. */
    public BoundedOutput(String what) {
        this.what = what;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (held.size() + (long) length > LIMIT) {
            throw new IOException(what + " is longer than " + (LIMIT >> 20) + " MB");
        }
        held.write(bytes, from, length);
    }

    /** All of it, one letter per byte. */
    public String raw() {
        return held.toString(StandardCharsets.ISO_8859_1);
    }

    /** All of it, read as UTF-8. */
    public String text() {
        return held.toString(StandardCharsets.UTF_8);
    }
}
