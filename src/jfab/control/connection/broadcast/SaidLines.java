package jfab.control.connection.broadcast;

import java.io.OutputStream;
import java.util.function.Consumer;

/** The lines that a host's script prints; of one that is longer than any of them, no more than its begin is kept. */
public final class SaidLines extends OutputStream {
    private static final int LONGEST = 4096;

    private final StringBuilder line = new StringBuilder();
    private final Consumer<String> listener;

    public SaidLines(Consumer<String> listener) {
        this.listener = listener;
    }

    @Override
    public void write(int b) {
        if (b == '\n') {
            listener.accept(line.toString());
            line.setLength(0);
        } else if (line.length() < LONGEST) {
            // Anything but ASCII is nothing that it says to us.
            line.append(b > ' ' && b < 0x7f ? (char) b : ' ');
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            write(bytes[i]);
        }
    }
}
