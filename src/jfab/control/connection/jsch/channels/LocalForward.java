package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.Session;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Consumer;
import jfab.control.connection.Forward;
import jfab.control.connection.ForwardException;
import jfab.control.connection.Tunnel;
import jfab.control.connection.host.Host;

/** A port of this machine, each connection to which is carried to a port that the host reaches. */
final class LocalForward implements Forward {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Session session;
    private final Tunnel tunnel;
    private final ServerSocket server;
    private final Consumer<String> notices;
    private final Relay relay = new Relay();
    private volatile boolean warned;

    private LocalForward(Session session, Tunnel tunnel, ServerSocket server, Consumer<String> notices) {
        this.session = session;
        this.tunnel = tunnel;
        this.server = server;
        this.notices = notices;
    }

    /** @param notices is told why a connection was not carried; once, as callers try again */
    static LocalForward open(Session session, Host host, Tunnel tunnel, Consumer<String> notices) {
        LocalForward forward;
        try {
            ServerSocket server = new ServerSocket();
            try {
                server.bind(new InetSocketAddress(tunnel.localHost(), tunnel.localPort()));
            } catch (IOException e) {
                server.close();
                throw e;
            }
            forward = new LocalForward(session, tunnel, server, notices);
        } catch (IOException e) {
            throw new ForwardException(
                    host,
                    "cannot listen on " + tunnel.localHost() + " port " + tunnel.localPort() + " of this machine: "
                            + e.getMessage(),
                    e);
        }
        Thread.ofVirtual().name("forward to " + host).start(forward::accept);
        return forward;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket caller = server.accept();
                Thread.ofVirtual().name("forward").start(() -> carry(caller));
            } catch (IOException e) {
                // Closed, or one caller that gave up.
            }
        }
    }

    private void carry(Socket caller) {
        try (caller) {
            caller.setTcpNoDelay(true);
            relay.join(caller, dial());
        } catch (IOException e) {
            // The caller sees its connection closed, as with ssh.
        }
    }

    private Socket dial() throws IOException {
        try {
            return JumpDial.open(session, "the host", tunnel.remoteHost(), tunnel.remotePort(), PATIENCE);
        } catch (IOException e) {
            if (!warned) {
                warned = true;
                notices.accept("a connection to port " + port() + " of this machine was not carried to "
                        + tunnel.remoteHost() + ":" + tunnel.remotePort() + ": " + e.getMessage());
            }
            throw e;
        }
    }

    @Override
    public int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It is as closed as it will be.
        }
        relay.close();
    }
}
