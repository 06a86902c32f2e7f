package jfab.control.connection.local;

/** Where UTF-8 may be cut. */
final class Utf8 {
    private static final int LONGEST = 4;

    private Utf8() {}

    /** How many bytes at the beginning of {@code bytes} belong to a character that began before them. */
    static int continuation(byte[] bytes) {
        int count = 0;
        while (count < bytes.length && count < LONGEST - 1 && continues(bytes[count])) {
            count++;
        }
        return count;
    }

    /** The last place at or before {@code end} where no character is cut. What is no UTF-8 is cut at {@code end}. */
    static int boundary(byte[] bytes, int end) {
        for (int place = end; place > 0 && place > end - LONGEST; place--) {
            if (place == bytes.length || !continues(bytes[place])) {
                return place;
            }
        }
        return end;
    }

    private static boolean continues(byte value) {
        return (value & 0xC0) == 0x80;
    }
}
