package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import jfab.JfabException;
import jfab.control.connection.Connection;
import jfab.control.connection.Connector;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** A host, or whoever answers in its place, puts no control sequence into a failure that a terminal shows. */
class EscapesIT {
    private static final String HOSTILE = "\u001b[2J\u001b]0;title\u0007\u009b31m\rjfab: all fine\u202e";

    private static void assertPlain(JfabException failure) {
        String message = failure.getMessage();
        assertTrue(message.contains("jfab: all fine"), message);
        assertEquals(
                0,
                message.chars()
                        .filter(each -> each < ' ' || (each >= 0x7f && each < 0xa0) || each == 0x202e)
                        .count(),
                message);
    }

    /** What comes of a log-in to a server that says {@code words} before any key is known. */
    private static JfabException refusedBy(byte[] words) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket line = server.accept()) {
                    line.getOutputStream().write(words);
                    line.getOutputStream().flush();
                    line.getInputStream().readAllBytes();
                } catch (IOException e) {
                    // The client has hung up.
                }
            });
            SshSettings settings = SshSettings.of(new Printed()).withConnectTimeout(Duration.ofSeconds(20));
            try (Connector connector = new JschConnector(settings)) {
                Host host = new Host("127.0.0.1", null, server.getLocalPort());
                return assertThrows(ConnectionException.class, () -> connector.open(host));
            }
        }
    }

    @Test
    void ofADisconnectMessage() throws Exception {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(payload);
        byte[] text = HOSTILE.getBytes(StandardCharsets.UTF_8);
        out.writeByte(1);
        out.writeInt(2);
        out.writeInt(text.length);
        out.write(text);
        out.writeInt(0);
        int padding = 8 - (payload.size() + 5) % 8 + 8;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        DataOutputStream packet = new DataOutputStream(all);
        packet.write("SSH-2.0-hostile\r\n".getBytes(StandardCharsets.US_ASCII));
        packet.writeInt(payload.size() + 1 + padding);
        packet.writeByte(padding);
        packet.write(payload.toByteArray());
        packet.write(new byte[padding]);
        assertPlain(refusedBy(all.toByteArray()));
    }

    @Test
    @Needs(Tool.SSHD)
    void ofACommandsLastWords() throws Exception {
        try (SshdFixture sshd = SshdFixture.start();
                Connector connector = new JschConnector(sshd.settings(new Printed()));
                Connection connection = connector.open(sshd.host())) {
            Map<String, Object> hidden = Map.of("hide", true, "env", Map.of("WORDS", HOSTILE));
            assertPlain(assertThrows(
                    CommandException.class, () -> connection.run(hidden, "printf '%s\\n' \"$WORDS\" >&2; exit 1")));
        }
    }
}
