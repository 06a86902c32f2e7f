package jfab.connection.jsch;

import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes one session's TCP connection: tries each address of the host, and can be hung up from another thread. */
final class Dialer implements SocketFactory {
    private final ConnectDeadline deadline;
    private @Nullable Socket socket;
    private boolean hungUp;
    private volatile @Nullable IOException failure;

    Dialer(ConnectDeadline deadline) {
        this.deadline = deadline;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        try {
            return dial(host, port);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private Socket dial(String host, int port) throws IOException {
        IOException last = null;
        for (InetAddress address : InetAddress.getAllByName(host)) {
            Socket dialed = fresh();
            try {
                int millis = (int) Math.min(TimeUnit.NANOSECONDS.toMillis(deadline.left()), Integer.MAX_VALUE);
                dialed.connect(new InetSocketAddress(address, port), Math.max(millis, 1));
                return dialed;
            } catch (IOException e) {
                dialed.close();
                last = e;
            }
        }
        throw last == null ? new SocketTimeoutException("no address") : last;
    }

    private synchronized Socket fresh() throws IOException {
        if (hungUp) {
            throw new SocketTimeoutException("hung up");
        }
        socket = new Socket();
        return socket;
    }

    /** Why there is no TCP connection; null when there is one. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Ends whatever is under way. */
    synchronized void hangUp() {
        hungUp = true;
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is as closed as it will be.
            }
        }
    }

    @Override
    public InputStream getInputStream(Socket connected) throws IOException {
        return connected.getInputStream();
    }

    @Override
    public OutputStream getOutputStream(Socket connected) throws IOException {
        return connected.getOutputStream();
    }
}
