package jfab.training.data;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.util.Arrays;

/** The mark that some programs put before the first character of a text in UTF-8, which is none of it. */
public final class ByteOrderMark {
    private static final String MARK = "\uFEFF";
    private static final byte[] BYTES = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private ByteOrderMark() {}

    public static String without(String text) {
        return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
    }

    /** Begins behind the mark of {@code in}, or at its start where it has none. */
    public static BufferedInputStream without(BufferedInputStream in) throws IOException {
        in.mark(BYTES.length);
        if (!Arrays.equals(in.readNBytes(BYTES.length), BYTES)) {
            in.reset();
        }
        return in;
    }
}
