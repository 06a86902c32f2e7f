package jfab.control.launch;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Cuts the bytes written to it into lines; UTF-8 is decoded a whole line at a time, so that no character is cut. A line longer than
 * {@link #LONGEST} becomes several.
 */
public final class LineOutputStream extends OutputStream {
    /** Bytes of a line that are held in wait for its end. */
    static final int LONGEST = 1 << 20;

    private final Consumer<String> lines;
    private final ByteArrayOutputStream rest = new ByteArrayOutputStream();

    public LineOutputStream(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public void write(int b) {
        if (b == '\n') {
            emit();
        } else {
            write(new byte[] {(byte) b}, 0, 1);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        int start = offset;
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] == '\n') {
                rest.write(bytes, start, i - start);
                emit();
                start = i + 1;
            }
        }
        rest.write(bytes, start, offset + length - start);
        while (rest.size() > LONGEST) {
            shorten();
        }
    }

    private void shorten() {
        byte[] all = rest.toByteArray();
        int end = LONGEST;
        // Not within a character.
        while (end > LONGEST - 3 && (all[end] & 0xc0) == 0x80) {
            end--;
        }
        rest.reset();
        rest.write(all, end, all.length - end);
        lines.accept(new String(all, 0, end, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        if (rest.size() > 0) {
            emit();
        }
    }

    private void emit() {
        lines.accept(rest.toString(StandardCharsets.UTF_8));
        rest.reset();
    }
}
