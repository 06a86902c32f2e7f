package jfab.control.connection.command;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Cuts what is written to it into lines of UTF-8. It is cut as bytes, so that no character ever is.
 * A line longer than {@link #LONGEST} is cut into several, and a carriage return before a line's end is part of that.
 */
public final class LineOutputStream extends OutputStream {
    /** Bytes of a line that are held in wait for its end. */
    static final int LONGEST = 1024 * 1024;

    private static final int MOST_PER_LETTER = 3;
    private static final int LONGEST_CHARACTER = 4;
    /** Bytes of a short line: room for many is cheaper than growing where output floods. */
    private static final int SHORT = 16;

    private final Consumer<List<String>> lines;
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();

    /** Cuts lines for {@code lines}, which takes together what arrived together. */
    public LineOutputStream(Consumer<List<String>> lines) {
        this.lines = lines;
    }

    /** Cuts lines for {@code line}, which takes one after the other. */
    public static LineOutputStream each(Consumer<String> line) {
        return new LineOutputStream(whole -> whole.forEach(line));
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        List<String> whole = new ArrayList<>(length / SHORT + 1);
        int start = offset;
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] == '\n') {
                whole.add(line(bytes, start, i));
                start = i + 1;
            }
        }
        part.write(bytes, start, offset + length - start);
        shorten(whole);
        pass(whole);
    }

    /** Passes on a last line that has no end. */
    @Override
    public void close() {
        if (part.size() > 0) {
            pass(List.of(line(new byte[0], 0, 0)));
        }
    }

    private void pass(List<String> whole) {
        if (!whole.isEmpty()) {
            lines.accept(whole);
        }
    }

    /** The line that began with {@code part} and ends with {@code bytes}. */
    private String line(byte[] bytes, int from, int to) {
        if (part.size() == 0) {
            return shown(bytes, from, to);
        }
        part.write(bytes, from, to - from);
        byte[] all = part.toByteArray();
        part.reset();
        return shown(all, 0, all.length);
    }

    private static String shown(byte[] bytes, int from, int to) {
        int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    private void shorten(List<String> whole) {
        // What follows tells whether a secret lies across the cut.
        int enough = LONGEST + MOST_PER_LETTER * Secret.longest();
        if (part.size() <= enough) {
            return;
        }
        byte[] all = part.toByteArray();
        part.reset();
        int start = 0;
        while (all.length - start > enough) {
            byte[] rest = start == 0 ? all : Arrays.copyOfRange(all, start, all.length);
            int end = Secret.boundary(rest, betweenCharacters(rest));
            whole.add(new String(rest, 0, end, StandardCharsets.UTF_8));
            start += end;
        }
        part.write(all, start, all.length - start);
    }

    /** The last place at or before {@link #LONGEST} where no character is cut. What is no UTF-8 is cut there. */
    private static int betweenCharacters(byte[] bytes) {
        for (int place = LONGEST; place > LONGEST - LONGEST_CHARACTER; place--) {
            if (place == bytes.length || (bytes[place] & 0xC0) != 0x80) {
                return place;
            }
        }
        return LONGEST;
    }
}
