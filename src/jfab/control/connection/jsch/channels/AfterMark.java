package jfab.control.connection.jsch.channels;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Passes on what follows a line with a mark; what stands before it, start-up files of a shell have printed. */
final class AfterMark extends FilterOutputStream {
    /** More than a mark, and enough to tell what a host says in place of it. */
    private static final int KEPT = 4096;

    private final String mark;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private volatile boolean begun;
    private long before;

    AfterMark(String mark, OutputStream to) {
        super(to);
        this.mark = mark + "\n";
    }

    /** Whether the mark has come. */
    boolean begun() {
        return begun;
    }

    /** How many bytes stood before the mark. */
    synchronized long before() {
        return before;
    }

    /** The end of what stood before the mark. */
    synchronized String said() {
        return held.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (begun) {
            out.write(bytes, from, length);
            return;
        }
        out.write(held(bytes, from, length));
    }

    /** Keeps what may have the mark in part; returns what follows the mark. */
    private synchronized byte[] held(byte[] bytes, int from, int length) {
        before += length;
        held.write(bytes, from, length);
        String text = held.toString(StandardCharsets.ISO_8859_1);
        int start = text.indexOf(mark);
        begun = start >= 0;
        int end = begun ? start + mark.length() : text.length();
        held.reset();
        held.writeBytes(
                text.substring(Math.max(0, end - KEPT), begun ? start : end).getBytes(StandardCharsets.ISO_8859_1));
        return text.substring(end).getBytes(StandardCharsets.ISO_8859_1);
    }
}
