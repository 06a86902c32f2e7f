package jfab.control.connection.local;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What is kept of a stream in memory: all of it up to a limit, and beyond that its end. Every byte is copied a few times at most. */
public final class Capture {
    /** Enough for what a task looks at, and never so much that a few hosts fill the heap. */
    public static final int LIMIT =
            (int) Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);

    private static final int FIRST = 1024;
    private static final int LONGEST_CHARACTER = 4;

    private final int limit;
    private byte[] ring = new byte[0];
    private long taken;

    Capture(int limit) {
        this.limit = limit;
    }

    void add(byte[] bytes) {
        // Only what can be left at the end is worth copying.
        int from = Math.max(0, bytes.length - limit);
        taken += from;
        grow(bytes.length - from);
        while (from < bytes.length) {
            int place = (int) (taken % ring.length);
            int count = Math.min(bytes.length - from, ring.length - place);
            System.arraycopy(bytes, from, ring, place, count);
            taken += count;
            from += count;
        }
    }

    /** How many bytes at the beginning were let go. */
    long omitted() {
        return Math.max(0, taken - limit);
    }

    /** The text; one that lost its beginning starts with a whole character. */
    String text() {
        int length = (int) (taken - omitted());
        if (length == 0) {
            return "";
        }
        int start = (int) (omitted() % ring.length);
        byte[] bytes = Arrays.copyOfRange(ring, start, start + Math.min(length, ring.length - start));
        if (bytes.length < length) {
            int head = bytes.length;
            bytes = Arrays.copyOf(bytes, length);
            System.arraycopy(ring, 0, bytes, head, length - head);
        }
        int skipped = omitted() == 0 ? 0 : continuation(bytes);
        return new String(bytes, skipped, length - skipped, StandardCharsets.UTF_8);
    }

    /** How many bytes at the beginning of {@code bytes} belong to a character of UTF-8 that began before them. */
    private static int continuation(byte[] bytes) {
        int count = 0;
        while (count < bytes.length && count < LONGEST_CHARACTER - 1 && (bytes[count] & 0xC0) == 0x80) {
            count++;
        }
        return count;
    }

    /** Until the limit is reached nothing wraps around, so that growing keeps every byte in its place. */
    private void grow(int more) {
        long needed = Math.min(taken + more, limit);
        if (needed > ring.length) {
            ring = Arrays.copyOf(ring, (int) Math.min(limit, Math.max(needed, Math.max(FIRST, 2L * ring.length))));
        }
    }
}
