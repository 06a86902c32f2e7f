package jfab.control.connection.transfer;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import jfab.control.bundle.Arrivals;

/** Tells how much is written. */
final class CountingOutput extends FilterOutputStream {
    private final Arrivals counter;

    CountingOutput(OutputStream out, Arrivals counter) {
        super(out);
        this.counter = counter;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        counter.add(length);
    }
}
