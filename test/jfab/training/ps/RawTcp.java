package jfab.training.ps;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A bare connection over loopback: one thread writes from direct memory, one reads into direct memory, nothing else is done
 * with the bytes. What the wire of jfab is held against.
 */
final class RawTcp implements AutoCloseable {
    private static final int CHUNK = 1 << 20;

    private final ExecutorService threads = Executors.newFixedThreadPool(1);
    private final SocketChannel writing;
    private final SocketChannel reading;

    RawTcp() throws IOException {
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            writing = SocketChannel.open(listener.getLocalAddress());
            reading = listener.accept();
        }
    }

    /** Returns when all is read. */
    void transfer(long bytes) throws Exception {
        Future<?> reader = threads.submit(() -> transfer(bytes, reading::read));
        transfer(bytes, writing::write);
        reader.get();
    }

    @FunctionalInterface
    private interface Move {
        int move(ByteBuffer buffer) throws IOException;
    }

    private static @Nullable Void transfer(long bytes, Move move) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
        for (long left = bytes; left > 0; ) {
            chunk.clear().limit((int) Math.min(CHUNK, left));
            left -= move.move(chunk);
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        writing.close();
        reading.close();
    }
}
