package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import jfab.control.connection.Forward;
import jfab.control.connection.ForwardException;
import jfab.control.connection.Tunnel;
import jfab.control.connection.host.Host;

/** A port of the host, each connection to which is carried to a port that this machine reaches. */
final class RemoteForward implements Forward, SocketFactory {
    private static final int PATIENCE_MILLIS = 30_000;

    private final Session session;
    private final Tunnel tunnel;
    private final Relay relay = new Relay();
    private int port;

    private RemoteForward(Session session, Tunnel tunnel) {
        this.session = session;
        this.tunnel = tunnel;
        this.port = tunnel.remotePort();
    }

    static RemoteForward open(Session session, Host host, Tunnel tunnel) {
        RemoteForward forward = new RemoteForward(session, tunnel);
        FutureTask<Integer> asked = new FutureTask<>(forward::ask);
        // JSch interrupts the thread that asks when the answer has come.
        Thread.ofPlatform().daemon().name("forward from " + host).start(asked);
        try {
            forward.port = asked.get();
            return forward;
        } catch (ExecutionException e) {
            throw new ForwardException(
                    host,
                    "the host does not listen on " + tunnel.remoteHost() + " port " + tunnel.remotePort()
                            + "; it may be taken, or not be allowed",
                    e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            forward.close();
            Thread.currentThread().interrupt();
            throw new ForwardException(host, "interrupted while a port was opened", e);
        }
    }

    private int ask() throws JSchException {
        Set<String> before = new HashSet<>(Arrays.asList(session.getPortForwardingR()));
        session.setPortForwardingR(
                tunnel.remoteHost(), tunnel.remotePort(), tunnel.localHost(), tunnel.localPort(), this);
        return Arrays.stream(session.getPortForwardingR())
                .filter(line -> !before.contains(line))
                .findFirst()
                .map(line -> Integer.parseInt(line.substring(0, line.indexOf(':'))))
                .orElse(tunnel.remotePort());
    }

    @Override
    public Socket createSocket(String host, int target) throws IOException {
        Socket answering = new Socket();
        try {
            answering.connect(new InetSocketAddress(host, target), PATIENCE_MILLIS);
            answering.setTcpNoDelay(true);
        } catch (IOException e) {
            answering.close();
            throw e;
        }
        // JSch writes to what this returns on the thread that serves the whole session: queues take it at once.
        ByteQueue arriving = new ByteQueue();
        ByteQueue leaving = new ByteQueue();
        StreamSocket forJsch = new StreamSocket(leaving, new QueueSink(arriving), arriving::end);
        StreamSocket forUs = new StreamSocket(arriving, new QueueSink(leaving), leaving::end);
        Thread.ofVirtual().name("forward").start(() -> relay.join(forUs, answering));
        return forJsch;
    }

    @Override
    public InputStream getInputStream(Socket socket) throws IOException {
        return socket.getInputStream();
    }

    @Override
    public OutputStream getOutputStream(Socket socket) throws IOException {
        return socket.getOutputStream();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void close() {
        try {
            session.delPortForwardingR(tunnel.remoteHost(), port);
        } catch (JSchException e) {
            // The session is gone, and the port with it.
        }
        relay.close();
    }
}
