package jfab.control.connection.jsch;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import jfab.PlainText;

/** What a host says first. A server of SSH begins with its version; one that has no time for this connection may say so in its place. */
final class Greeting extends FilterInputStream {
    /** Lines may come before a version; so much of them is looked at. */
    private static final int MOST = 8192;

    private final StringBuilder said = new StringBuilder();

    Greeting(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int start, int length) throws IOException {
        int read = in.read(bytes, start, length);
        int kept = Math.min(read, MOST - said.length());
        if (kept > 0) {
            said.append(new String(bytes, start, kept, StandardCharsets.ISO_8859_1));
        }
        return read;
    }

    /** Whether the version of a server of SSH has not come. */
    boolean missing() {
        return said.toString().lines().noneMatch(line -> line.startsWith("SSH-"));
    }

    /** The first line; empty where there is none. */
    String line() {
        return PlainText.line(said.toString());
    }
}
