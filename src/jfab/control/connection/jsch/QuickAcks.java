package jfab.control.connection.jsch;

import java.io.FilterInputStream;
import java.io.IOException;
import java.net.Socket;
import jdk.net.ExtendedSocketOptions;

/**
 * What comes over a socket, acknowledged at once while a session begins. OpenSSH's server holds back a small packet behind
 * another one until that is acknowledged, and Linux takes 40 ms to do so where nothing is sent: each log-in would wait for
 * that. From its first command on the server holds back nothing.
 * {@link PatientInput}, which reads from it, takes several bytes at a time.
 */
final class QuickAcks extends FilterInputStream {
    /** How many bytes come until then, some to spare: the key exchange is most of them. */
    private static final int BEGINNING = 8192;

    private final Socket socket;
    private int left;

    QuickAcks(Socket socket) throws IOException {
        super(socket.getInputStream());
        this.socket = socket;
        this.left = socket.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK) ? BEGINNING : 0;
    }

    @Override
    public int read(byte[] bytes, int start, int length) throws IOException {
        if (left > 0) {
            // The system forgets it when something is sent.
            socket.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
        }
        int read = in.read(bytes, start, length);
        left -= Math.max(read, 0);
        return read;
    }
}
