package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PatientInputTest {
    private static final int PATIENCE = 3;

    private final AtomicInteger asked = new AtomicInteger();
    private ServerSocket listening;
    private Socket socket;
    private Socket host;

    @BeforeEach
    void connect() throws IOException {
        listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        socket = new Socket(listening.getInetAddress(), listening.getLocalPort());
        socket.setSoTimeout(50);
        host = listening.accept();
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        host.close();
        listening.close();
    }

    private PatientInput input(PatientInput.Question question) throws IOException {
        return new PatientInput(socket.getInputStream(), PATIENCE, question);
    }

    private void send(String text) throws IOException {
        host.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The host is silent until it is asked, in the middle of what it has to send. */
    @Test
    void aSilenceLosesNothingOfWhatCameBefore() throws IOException {
        send("first ");
        PatientInput input = input(() -> {
            asked.incrementAndGet();
            try {
                send("second");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return true;
        });
        assertEquals("first second", new String(input.readNBytes(12), StandardCharsets.US_ASCII));
        assertEquals(1, asked.get());
    }

    @Test
    void questionsThatWereAnsweredDoNotCountAgainstLaterSilences() throws IOException {
        PatientInput input = input(() -> {
            try {
                send("x");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return true;
        });
        for (int silence = 0; silence < 2 * PATIENCE; silence++) {
            assertEquals('x', input.read());
        }
    }

    @Test
    void aHostThatAnswersNoQuestionIsGivenUpWithAnErrorThatNobodyTakesForASilence() throws IOException {
        PatientInput input = input(() -> {
            asked.incrementAndGet();
            return true;
        });
        IOException failure = assertThrows(IOException.class, input::read);
        assertEquals(PATIENCE, asked.get());
        assertFalse(failure instanceof SocketTimeoutException);
        assertInstanceOf(SocketTimeoutException.class, failure.getCause());
    }

    /** A packet whose length was falsified is filled by the answers to the questions. */
    @Test
    void answersThatAreTakenForTheRestOfAPacketAreNoSignOfLife() {
        PatientInput input = assertDoesNotThrow(() -> input(() -> {
            asked.incrementAndGet();
            try {
                send("alive");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return true;
        }));
        assertThrows(IOException.class, () -> input.readNBytes(4096));
        assertEquals(PATIENCE, asked.get());
    }

    /** Another deadline ends that waiting. */
    @Test
    void silencesDoNotCountWhileNobodyCanBeAsked() throws IOException {
        PatientInput input = input(() -> {
            if (asked.incrementAndGet() > 2 * PATIENCE) {
                try {
                    host.close();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
            return false;
        });
        assertEquals(-1, input.read());
        assertTrue(asked.get() > 2 * PATIENCE);
    }
}
