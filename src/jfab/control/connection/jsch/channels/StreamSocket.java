package jfab.control.connection.jsch.channels;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.util.Set;

/** What JSch takes for a TCP connection: bytes from a queue, bytes to a stream. Time limits for reading hold, so keepalives work. */
final class StreamSocket extends Socket {
    private final ByteQueue from;
    private final OutputStream to;
    private final Closeable end;
    private volatile int limit;
    private volatile boolean closed;

    /** Closing it runs {@code end}, once. */
    StreamSocket(ByteQueue from, OutputStream to, Closeable end) throws SocketException {
        super((SocketImpl) null);
        this.from = from;
        this.to = to;
        this.end = end;
    }

    @Override
    public InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int start, int length) throws IOException {
                return length == 0 ? 0 : from.take(bytes, start, length, limit);
            }
        };
    }

    @Override
    public OutputStream getOutputStream() {
        return to;
    }

    @Override
    public void setSoTimeout(int millis) {
        limit = millis;
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    @Override
    public void setTcpNoDelay(boolean on) {
        // There is no TCP here.
    }

    @Override
    public void shutdownOutput() throws IOException {
        to.close();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        from.close();
        end.close();
    }
}
