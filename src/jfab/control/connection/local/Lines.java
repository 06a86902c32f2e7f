package jfab.control.connection.local;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import jfab.control.connection.command.Secret;

/**
 * Output as it arrives, cut into lines of UTF-8. It is cut as bytes, so that no character ever is.
 * A line longer than {@link #LONGEST} is cut into several, and a carriage return before a line's end is part of that.
 */
final class Lines {
    /** Bytes of a line that are held in wait for its end. */
    static final int LONGEST = 1024 * 1024;

    private static final int MOST_PER_LETTER = 3;
    /** Bytes of a short line: room for many is cheaper than growing where output floods. */
    private static final int SHORT = 16;

    private final Consumer<List<String>> lines;
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();

    /** Cuts lines for {@code lines}, which takes together what arrived together. */
    Lines(Consumer<List<String>> lines) {
        this.lines = lines;
    }

    void add(byte[] bytes) {
        List<String> whole = new ArrayList<>(bytes.length / SHORT + 1);
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                whole.add(line(bytes, start, i));
                start = i + 1;
            }
        }
        part.write(bytes, start, bytes.length - start);
        shorten(whole);
        pass(whole);
    }

    /** Reports a last line that has no end. */
    void end() {
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
            int end = Secret.boundary(rest, Utf8.boundary(rest, LONGEST));
            whole.add(new String(rest, 0, end, StandardCharsets.UTF_8));
            start += end;
        }
        part.write(all, start, all.length - start);
    }
}
