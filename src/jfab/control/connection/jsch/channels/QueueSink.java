package jfab.control.connection.jsch.channels;

import java.io.IOException;
import java.io.OutputStream;

/** A queue's entrance; closing it ends the queue. */
final class QueueSink extends OutputStream {
    private final ByteQueue queue;

    QueueSink(ByteQueue queue) {
        this.queue = queue;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        queue.put(bytes, from, length);
    }

    @Override
    public void close() {
        queue.end();
    }
}
