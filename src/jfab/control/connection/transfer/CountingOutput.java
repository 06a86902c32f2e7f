package jfab.control.connection.transfer;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.LongConsumer;

/** Tells how much is written. */
final class CountingOutput extends FilterOutputStream {
    private final LongConsumer counter;

    CountingOutput(OutputStream out, LongConsumer counter) {
        super(out);
        this.counter = counter;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        counter.accept(length);
    }
}
