package jfab.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import jfab.connection.Connection;
import jfab.connection.ConnectionException;
import jfab.connection.ConnectionException.Reason;
import jfab.connection.Group;
import jfab.connection.Host;
import jfab.connection.Printed;
import jfab.connection.RequiresOpenSsh;
import jfab.connection.SshSettings;
import jfab.connection.SshdFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that are reached through others: a bastion, and hosts behind it with keys of their own. */
@RequiresOpenSsh
@Timeout(120)
class JumpIT {
    @TempDir
    Path folder;

    private final Printed printed = new Printed();
    private SshdFixture bastion;
    private SshdFixture inside;

    @BeforeEach
    void start() throws Exception {
        bastion = SshdFixture.start("LogLevel VERBOSE");
        inside = SshdFixture.start();
    }

    @AfterEach
    void stop() throws Exception {
        bastion.close();
        inside.close();
    }

    private SshSettings through(String jumps) {
        return inside.settings(printed)
                .withHome(folder)
                .withIdentities(List.of(
                        inside.folder().resolve("id_ed25519"), bastion.folder().resolve("id_ed25519")))
                .withOption("ProxyJump", jumps);
    }

    private ConnectionException refused(SshSettings settings, Host host) {
        try (JschConnector connector = new JschConnector(settings)) {
            return assertThrows(ConnectionException.class, () -> connector.open(host));
        }
    }

    private long logins() throws Exception {
        return Files.readAllLines(bastion.folder().resolve("sshd.log")).stream()
                .filter(line -> line.contains("Accepted publickey"))
                .count();
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void hostsBehindShareOneConnectionWithTheJumpHost() throws Exception {
        List<Host> hosts = IntStream.rangeClosed(1, 8).mapToObj(inside::host).toList();
        try (JschConnector connector = new JschConnector(through(bastion.host().toString()))) {
            List<String> ports = new Group(hosts, connector)
                    .run(connection ->
                            connection.run("echo ${SSH_CONNECTION##* }").out().strip())
                    .orThrow();
            assertEquals(Collections.nCopies(8, String.valueOf(inside.port())), ports);
            assertEquals(1, logins());
        }
    }

    @Test
    void everyHostOnTheWayHasItsOwnKeyUnderItsOwnName() throws Exception {
        try (JschConnector connector = new JschConnector(through(bastion.host().toString()))) {
            connector.open(inside.host(2));
        }
        assertEquals(
                List.of("[127.0.0.1]:" + bastion.port(), "[127.0.0.2]:" + inside.port()),
                Files.readAllLines(folder.resolve(".ssh/known_hosts")).stream()
                        .map(line -> line.split(" ", 2)[0])
                        .toList());
        assertEquals(2, printed.notices().size());
    }

    @Test
    void jumpsFollowEachOther() throws Exception {
        try (SshdFixture second = SshdFixture.start()) {
            SshSettings settings = through(bastion.host() + "," + second.host(3))
                    .withIdentities(List.of(
                            inside.folder().resolve("id_ed25519"),
                            bastion.folder().resolve("id_ed25519"),
                            second.folder().resolve("id_ed25519")));
            try (JschConnector connector = new JschConnector(settings)) {
                assertEquals(
                        "in\n", connector.open(inside.host()).run("echo in").out());
                second.breakConnections();
                Connection again = connector.open(inside.host(2));
                assertEquals("in\n", again.run("echo in").out());
                assertEquals(1, logins());
            }
        }
    }

    @Test
    void configurationOfTheJumpHostItselfCounts() throws Exception {
        Path config = Files.writeString(folder.resolve("config"), """
                Host inner
                    HostName 127.0.0.2
                    Port %d
                Host guard
                    HostName 127.0.0.4
                    Port %d
                Host *
                    ProxyJump guard
                """.formatted(inside.port(), bastion.port()));
        SshSettings settings = through("none").withConfig(config);
        SshSettings jumping = SshSettings.of(printed)
                .withHome(folder)
                .withAgent(null)
                .withConfig(config)
                .withIdentities(settings.identities());
        try (JschConnector connector = new JschConnector(jumping)) {
            assertEquals(
                    "in\n", connector.open(Host.parse("inner")).run("echo in").out());
            assertEquals(
                    "in\n", connector.open(Host.parse("guard")).run("echo in").out());
        }
        assertEquals(2, logins());
    }

    @Test
    void bytesArriveWholeInBothDirections() throws Exception {
        byte[] bytes = new byte[12 * 1024 * 1024 + 1];
        new Random(7).nextBytes(bytes);
        Path sent = Files.write(folder.resolve("sent"), bytes);
        List<Host> hosts = IntStream.rangeClosed(1, 3).mapToObj(inside::host).toList();
        try (JschConnector connector = new JschConnector(through(bastion.host().toString()))) {
            List<Boolean> same = new Group(hosts, connector)
                    .run(connection -> {
                        String remote =
                                folder.resolve("on-" + connection.host().name()).toString();
                        Path back = folder.resolve("back-" + connection.host().name());
                        connection.put(sent, remote);
                        connection.get(remote, back);
                        try {
                            return Files.mismatch(sent, back) < 0;
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .orThrow();
            assertEquals(List.of(true, true, true), same);
        }
    }

    @Test
    void whoReadsNothingHoldsUpNobodyElse() throws Exception {
        try (JschConnector connector = new JschConnector(through(bastion.host().toString()));
                Connection slow = connector.open(inside.host(1));
                Connection quick = connector.open(inside.host(2))) {
            java.util.concurrent.CountDownLatch release = new java.util.concurrent.CountDownLatch(1);
            java.util.concurrent.CountDownLatch stuck = new java.util.concurrent.CountDownLatch(1);
            Thread reading = Thread.ofVirtual()
                    .start(() -> slow.pipe(
                            jfab.connection.Command.shell("head -c 3000000 /dev/zero"),
                            null,
                            new java.io.OutputStream() {
                                @Override
                                public void write(int b) {
                                    throw new AssertionError("single bytes");
                                }

                                @Override
                                public void write(byte[] bytes, int from, int length) {
                                    stuck.countDown();
                                    try {
                                        release.await();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                }
                            }));
            stuck.await();
            assertEquals("in\n", quick.run("echo in").out());
            release.countDown();
            reading.join();
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
