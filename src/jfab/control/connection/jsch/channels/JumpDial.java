package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelDirectTCPIP;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/** Connects from a host to a port that it can reach. */
public final class JumpDial {
    private static final int PROHIBITED = 1;
    private static final int CONNECT_FAILED = 2;
    private static final Duration LOOK = Duration.ofMillis(100);

    private JumpDial() {}

    /** A connection by way of the jump host that {@code hop} leads to. */
    public static Socket open(Session hop, String address, int port, Duration limit) throws IOException {
        return open(hop, "the jump host " + hop.getHost(), address, port, limit);
    }

    /** A connection from the host that {@code hop} leads to, which failures call {@code called}. */
    static Socket open(Session hop, String called, String address, int port, Duration limit) throws IOException {
        ByteQueue arrived = new ByteQueue();
        ChannelDirectTCPIP channel;
        OutputStream to;
        try {
            channel = (ChannelDirectTCPIP) hop.openChannel("direct-tcpip");
            if (channel == null) {
                throw new JSchException("session is down");
            }
            channel.setHost(address);
            channel.setPort(port);
            channel.setOutputStream(new QueueSink(arrived));
        } catch (JSchException e) {
            throw new RouteException("the connection to " + called + " broke", e);
        }
        try {
            connect(channel, hop, limit);
            to = channel.getOutputStream();
        } catch (JSchException e) {
            throw new RouteException(refusal(called, address, port, channel.getExitStatus()), e);
        }
        if (!hop.isConnected()) {
            throw new RouteException("the connection to " + called + " broke", null);
        }
        return new StreamSocket(arrived, to, channel::disconnect);
    }

    /** JSch does not look whether the session is still there while it waits, and who is about to be connected is not told. */
    private static void connect(Channel channel, Session hop, Duration limit) throws JSchException {
        Thread looking = Thread.ofVirtual().start(() -> {
            try {
                while (hop.isConnected()) {
                    Thread.sleep(LOOK);
                }
                synchronized (channel) {
                    channel.notifyAll();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            channel.connect(Math.clamp(limit.toMillis(), 1, Integer.MAX_VALUE));
        } finally {
            looking.interrupt();
        }
    }

    private static String refusal(String jump, String address, int port, int reason) {
        return switch (reason) {
            case PROHIBITED -> jump + " does not allow connections to " + address + " port " + port;
            case CONNECT_FAILED -> jump + " cannot connect to " + address + " port " + port;
            default -> jump + " did not connect to " + address + " port " + port + " in time";
        };
    }
}
