package jfab.control.connection.jsch;

import com.jcraft.jsch.Session;
import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import jfab.control.connection.jsch.channels.JumpDial;
import jfab.control.connection.jsch.channels.ProxyProcess;
import org.jspecify.annotations.Nullable;

/** Makes one session's connection on the host's route, and can be hung up from another thread. */
final class Dialer implements SocketFactory {
    private final LoginTarget target;
    private final @Nullable Session jump;
    private final ConnectDeadline deadline;
    private @Nullable Socket socket;
    private boolean hungUp;
    private volatile @Nullable IOException failure;
    private volatile @Nullable ProxyProcess proxy;
    private volatile @Nullable Session session;
    private volatile @Nullable Greeting greeting;
    private volatile @Nullable PatientInput line;

    /**
     * A dialer for {@code target}.
     *
     * @param jump the session with the last host before it; null where its route has none
     */
    Dialer(LoginTarget target, @Nullable Session jump, ConnectDeadline deadline) {
        this.target = target;
        this.jump = jump;
        this.deadline = deadline;
    }

    /** Makes the connection that {@link #createSocket} then gives, or finds out why there is none. */
    void dialAhead(String host, int port) {
        try {
            kept(connected(host, port));
        } catch (IOException e) {
            failure = e;
        }
    }

    @Override
    public synchronized Socket createSocket(String host, int port) throws IOException {
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
        return Objects.requireNonNull(socket, "nobody has dialled");
    }

    private Socket connected(String host, int port) throws IOException {
        if (target.route() instanceof Route.Command(String line)) {
            return started(line).socket();
        }
        return target.route() instanceof Route.Jump
                ? JumpDial.open(Objects.requireNonNull(jump), host, port, left())
                : dial(host, port);
    }

    private Socket dial(String host, int port) throws IOException {
        IOException last = null;
        for (InetAddress address : addresses(host)) {
            Socket dialed = kept(new Socket());
            try {
                String from = target.dialing().from();
                if (from != null) {
                    dialed.bind(new InetSocketAddress(from, 0));
                }
                dialed.connect(
                        new InetSocketAddress(address, port), Math.clamp(left().toMillis(), 1, Integer.MAX_VALUE));
                return dialed;
            } catch (IOException e) {
                dialed.close();
                last = e;
            }
        }
        throw last == null ? new SocketTimeoutException("no address") : last;
    }

    private List<InetAddress> addresses(String host) throws IOException {
        List<InetAddress> wanted = Arrays.stream(InetAddress.getAllByName(host))
                .filter(target.dialing().family()::has)
                .toList();
        if (wanted.isEmpty()) {
            throw new UnknownHostException(host);
        }
        return wanted;
    }

    private ProxyProcess started(String line) throws IOException {
        ProxyProcess started = ProxyProcess.start(line);
        proxy = started;
        return started;
    }

    private Duration left() {
        return Duration.ofNanos(deadline.left());
    }

    private synchronized Socket kept(Socket fresh) throws IOException {
        if (hungUp) {
            fresh.close();
            throw new SocketTimeoutException("hung up");
        }
        socket = fresh;
        return fresh;
    }

    /** Why there is no connection; null when there is one. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** What the command on the route says of its end; null where there is none, or it runs. */
    @Nullable
    String complaint() {
        ProxyProcess started = proxy;
        return started == null ? null : started.complaint();
    }

    /** What the host has said first; null where it was not called. */
    @Nullable
    Greeting greeting() {
        return greeting;
    }

    /** What the host sends. */
    PatientInput line() {
        return Objects.requireNonNull(line, "there is no line yet");
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
        PatientInput patient =
                new PatientInput(new QuickAcks(connected), target.wire().patience(), this::ask);
        line = patient;
        Greeting first = new Greeting(patient);
        greeting = first;
        return first;
    }

    /** From now on, its host is asked for signs of life. */
    void loggedIn(Session opened) {
        session = opened;
    }

    private boolean ask() {
        Session opened = session;
        if (opened == null) {
            return false;
        }
        // Whoever reads must not wait for room to write.
        Thread.startVirtualThread(() -> {
            try {
                opened.sendKeepAliveMsg();
            } catch (Exception e) {
                // The connection is gone, which whoever reads will see.
            }
        });
        return true;
    }

    @Override
    public OutputStream getOutputStream(Socket connected) throws IOException {
        return new WatchedOutput(
                connected.getOutputStream(),
                target.wire().alive(),
                target.wire().alive().multipliedBy(1L + target.wire().patience()),
                this::hangUp);
    }
}
