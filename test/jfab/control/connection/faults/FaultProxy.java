package jfab.control.connection.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Stands between a client and its host and does one harm to what goes through it, at one byte of one direction. */
public final class FaultProxy implements AutoCloseable {
    private static final int CHUNK = 1 << 15;
    private static final int SLOW_BYTES = 200;

    public enum Kind {
        CLOSE,
        RESET,
        /** Nothing arrives any more, in neither direction, and nobody is told. */
        BLACK_HOLE,
        CORRUPT,
        STALL,
        DRIBBLE,
        DELAY;

        /** Whether a client has to bear it. */
        public boolean harmless() {
            return this == STALL || this == DRIBBLE || this == DELAY;
        }
    }

    /**
     * What happens.
     *
     * @param fromHost whether to what the host sends, or else to what the client does
     * @param at how many bytes arrive unharmed
     */
    public record Fault(Kind kind, boolean fromHost, long at) {
        @Override
        public String toString() {
            return kind + " behind byte " + at + " from the " + (fromHost ? "host" : "client");
        }
    }

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final InetSocketAddress host;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Fault> fault = new AtomicReference<>();
    private final AtomicBoolean silent = new AtomicBoolean();
    private final AtomicBoolean delayed = new AtomicBoolean();
    private final AtomicLong fromHost = new AtomicLong();
    private final AtomicLong fromClient = new AtomicLong();

    public FaultProxy(InetSocketAddress host) throws IOException {
        this.host = host;
        Thread.startVirtualThread(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** From now on, {@code next} happens once; nothing where it is null. */
    public void set(@Nullable Fault next) {
        silent.set(false);
        delayed.set(false);
        fromHost.set(0);
        fromClient.set(0);
        fault.set(next);
    }

    /** Whether what was set has not happened yet. */
    public boolean waiting() {
        return fault.get() != null;
    }

    /** How many bytes have come since {@link #set}. */
    public long bytes(boolean ofHost) {
        return (ofHost ? fromHost : fromClient).get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket();
                open.add(client);
                open.add(server);
                server.connect(host);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Thread.startVirtualThread(() -> carry(client, server, false));
                Thread.startVirtualThread(() -> carry(server, client, true));
            } catch (IOException e) {
                // The suite is over, or the host is; both are noticed elsewhere.
            }
        }
    }

    private void carry(Socket from, Socket to, boolean ofHost) {
        byte[] bytes = new byte[CHUNK];
        AtomicLong count = ofHost ? fromHost : fromClient;
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                long before = count.getAndAdd(read);
                Fault due = fault.get();
                if (silent.get()) {
                    continue;
                }
                if (delayed.get()) {
                    TimeUnit.MILLISECONDS.sleep(10);
                }
                if (due == null
                        || due.fromHost() != ofHost
                        || before + read <= due.at()
                        || !fault.compareAndSet(due, null)) {
                    out.write(bytes, 0, read);
                } else if (!strike(due.kind(), from, to, bytes, (int) Math.max(0, due.at() - before), read)) {
                    return;
                }
            }
        } catch (IOException e) {
            // One side has gone: so does the other.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    /** Whether the connection goes on. */
    private boolean strike(Kind kind, Socket from, Socket to, byte[] bytes, int whole, int read)
            throws IOException, InterruptedException {
        OutputStream out = to.getOutputStream();
        if (kind == Kind.CORRUPT) {
            bytes[whole] ^= 0x10;
            out.write(bytes, 0, read);
            return true;
        }
        out.write(bytes, 0, whole);
        switch (kind) {
            case CLOSE -> {
                return false;
            }
            case RESET -> {
                from.setSoLinger(true, 0);
                to.setSoLinger(true, 0);
                return false;
            }
            case BLACK_HOLE -> {
                silent.set(true);
                return true;
            }
            case STALL -> TimeUnit.MILLISECONDS.sleep(1500);
            case DELAY -> delayed.set(true);
            case DRIBBLE -> {
                int slow = Math.min(read - whole, SLOW_BYTES);
                for (int i = 0; i < slow; i++) {
                    out.write(bytes, whole + i, 1);
                    TimeUnit.MILLISECONDS.sleep(1);
                }
                out.write(bytes, whole + slow, read - whole - slow);
                return true;
            }
            case CORRUPT -> throw new IllegalStateException("done before");
        }
        out.write(bytes, whole, read - whole);
        return true;
    }

    /** Ends all connections. */
    public void cut() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
