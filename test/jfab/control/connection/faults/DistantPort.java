package jfab.control.connection.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A port of this machine, as from far away: all that goes through it arrives later, and as fast as ever. */
public final class DistantPort implements AutoCloseable {
    private static final int CHUNK = 1 << 16;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final int port;
    private volatile Socket last = new Socket();
    private volatile Socket stalled = new Socket();
    private final Duration oneWay;

    /** What has come, which is sent on at a time; nothing of it is the end. */
    private record Chunk(ByteBuffer bytes, long due) {
        static final Chunk END = new Chunk(ByteBuffer.allocate(0), 0);
    }

    /** The port {@code port}, to which anything takes {@code oneWay}, as it does back. */
    public DistantPort(int port, Duration oneWay) throws IOException {
        this.port = port;
        this.oneWay = oneWay;
        Thread.startVirtualThread(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Breaks the connection that came last. */
    public void breakLast() throws IOException {
        last.close();
    }

    /** Takes nothing more from whoever has made the connection that came last, which stays. */
    public void stallLast() {
        stalled = last;
    }

    /** How many connections go through it by now. */
    public long connections() {
        return open.stream().filter(socket -> !socket.isClosed()).count() / 2;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket near = listener.accept();
                last = near;
                Socket far = new Socket(InetAddress.getLoopbackAddress(), port);
                for (Socket socket : new Socket[] {near, far}) {
                    socket.setTcpNoDelay(true);
                    open.add(socket);
                }
                carry(near, far);
                carry(far, near);
            } catch (IOException e) {
                // The test is over, or the host is; both are noticed elsewhere.
            }
        }
    }

    private void carry(Socket from, Socket to) {
        BlockingQueue<Chunk> under = new LinkedBlockingQueue<>();
        Thread.startVirtualThread(() -> {
            try (from) {
                InputStream in = from.getInputStream();
                byte[] bytes = new byte[CHUNK];
                for (int count = in.read(bytes); count > 0; count = in.read(bytes)) {
                    while (from.equals(stalled) && !listener.isClosed()) {
                        TimeUnit.MILLISECONDS.sleep(5);
                    }
                    under.add(new Chunk(ByteBuffer.wrap(bytes, 0, count), System.nanoTime() + oneWay.toNanos()));
                    bytes = new byte[CHUNK];
                }
            } catch (IOException e) {
                // One side has gone: so does the other.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                under.add(Chunk.END);
            }
        });
        Thread.startVirtualThread(() -> {
            try (to) {
                OutputStream out = to.getOutputStream();
                for (Chunk next = under.take(); next.bytes().hasRemaining(); next = under.take()) {
                    TimeUnit.NANOSECONDS.sleep(next.due() - System.nanoTime());
                    out.write(next.bytes().array(), 0, next.bytes().limit());
                }
            } catch (IOException e) {
                // One side has gone: so does the other.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
