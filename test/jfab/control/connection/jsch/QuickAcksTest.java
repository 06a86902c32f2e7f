package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That a socket acknowledges at once while a session begins, and no longer. */
class QuickAcksTest {
    private Socket ours;
    private Socket theirs;

    @BeforeEach
    void connect() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ours = new Socket(listening.getInetAddress(), listening.getLocalPort());
            theirs = listening.accept();
        }
    }

    @AfterEach
    void close() throws Exception {
        ours.close();
        theirs.close();
    }

    /** Whether it does so after so many bytes have come, where it would not by itself. */
    private boolean quickAfter(QuickAcks in, int bytes) throws Exception {
        theirs.getOutputStream().write(new byte[bytes]);
        ours.setOption(ExtendedSocketOptions.TCP_QUICKACK, false);
        assertFalse(ours.getOption(ExtendedSocketOptions.TCP_QUICKACK));
        assertEquals(bytes, in.readNBytes(bytes).length);
        return ours.getOption(ExtendedSocketOptions.TCP_QUICKACK);
    }

    @Test
    void beginningIsAcknowledgedAtOnceAndTheRestAsTheSystemLikes() throws Exception {
        QuickAcks in = new QuickAcks(ours);
        assertTrue(quickAfter(in, 100));
        assertTrue(quickAfter(in, 1));
        quickAfter(in, 8192);
        assertFalse(quickAfter(in, 100));
    }
}
