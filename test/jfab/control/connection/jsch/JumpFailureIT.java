package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.control.connection.Connection;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said of jump hosts that fail, and of hosts that they do not lead to. */
@Timeout(120)
class JumpFailureIT extends WithJumpHost {
    private ConnectionException refused(SshSettings settings, Host host) {
        try (JschConnector connector = new JschConnector(settings)) {
            return assertThrows(ConnectionException.class, () -> connector.open(host));
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void jumpHostThatDoesNotAnswerIsNamed() throws Exception {
        int free = freePort();
        ConnectionException thrown = refused(through("127.0.0.1:" + free), inside.host(2));
        assertEquals(
                inside.host(2) + ": jump host 127.0.0.1:" + free + ": port " + free
                        + " refused the connection; is sshd running there?",
                thrown.getMessage());
        assertEquals(Reason.UNREACHABLE, thrown.reason());
        assertTrue(thrown.reason().passing());
        assertEquals(inside.host(2), thrown.host());
    }

    @Test
    void jumpHostThatRefusesTheLogInIsNamed() throws Exception {
        SshSettings settings = through(bastion.host().toString())
                .withIdentities(List.of(inside.folder().resolve("id_ed25519")));
        ConnectionException thrown = refused(settings, inside.host(2));
        assertTrue(
                thrown.getMessage()
                        .startsWith(inside.host(2) + ": jump host " + System.getProperty("user.name") + "@"
                                + bastion.host() + ": no key was accepted"),
                thrown.getMessage());
        assertEquals(Reason.AUTHENTICATION, thrown.reason());
        assertFalse(thrown.reason().passing());
    }

    @Test
    void changedKeyOfTheJumpHostIsRefused() throws Exception {
        Path known = folder.resolve(".ssh/known_hosts");
        Files.createDirectories(known.getParent());
        Files.writeString(
                known,
                "[127.0.0.1]:" + bastion.port() + " "
                        + Files.readString(inside.folder().resolve("host_key.pub")));
        ConnectionException thrown = refused(through(bastion.host().toString()), inside.host(2));
        assertTrue(
                thrown.getMessage()
                        .startsWith(inside.host(2) + ": jump host " + bastion.host() + ": its host key has changed"),
                thrown.getMessage());
        assertEquals(Reason.HOST_KEY, thrown.reason());
    }

    @Test
    void hostThatTheJumpHostCannotReachIsSaid() throws Exception {
        int free = freePort();
        Host nobody = new Host("127.0.0.2", null, free);
        ConnectionException thrown = refused(through(bastion.host().toString()), nobody);
        assertEquals(
                nobody + ": the jump host 127.0.0.1 cannot connect to 127.0.0.2 port " + free, thrown.getMessage());
        assertEquals(Reason.UNREACHABLE, thrown.reason());
    }

    @Test
    void jumpHostThatForwardsNothingIsSaid() throws Exception {
        try (SshdFixture closed = SshdFixture.start("AllowTcpForwarding no")) {
            SshSettings settings = through(closed.host().toString())
                    .withIdentities(List.of(closed.folder().resolve("id_ed25519")));
            assertEquals(
                    inside.host(2) + ": the jump host 127.0.0.1 does not allow connections to 127.0.0.2 port "
                            + inside.port(),
                    refused(settings, inside.host(2)).getMessage());
        }
    }

    @Test
    void jumpHostThatGoesDownIsDialedAgain() throws Exception {
        try (JschConnector connector = new JschConnector(through(bastion.host().toString()))) {
            Connection one = connector.open(inside.host(1));
            one.run("true");
            bastion.breakConnections();
            ConnectionException lost = assertThrows(ConnectionException.class, () -> one.run("sleep 60"));
            assertEquals(Reason.LOST, lost.reason());
            assertTrue(connector.open(inside.host(2)).run("true").ok());
            assertEquals(2, logins());
        }
    }
}
