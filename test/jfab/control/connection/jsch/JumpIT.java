package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import jfab.control.connection.Connection;
import jfab.control.connection.Group;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.Command;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hosts that are reached through others: a bastion, and hosts behind it with keys of their own. */
@Timeout(120)
class JumpIT extends WithJumpHost {
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

    /** It was asked to connect, and goes before it has answered. */
    @Test
    @Timeout(20)
    void aJumpHostThatGoesWhileItConnectsIsLoggedInToAgainAtOnce() throws Exception {
        try (JschConnector connector = new JschConnector(through(bastion.host().toString()));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            connector.open(inside.host());
            for (ProcessHandle serving : bastion.serving()) {
                new ProcessBuilder("kill", "-s", "STOP", Long.toString(serving.pid()))
                        .start()
                        .waitFor();
            }
            Future<Connection> opened = threads.submit(() -> connector.open(inside.host(2)));
            Thread.sleep(500);
            assertFalse(opened.isDone());
            bastion.breakConnections();
            assertEquals("in\n", opened.get().run("echo in").out());
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
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
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
            CountDownLatch release = new CountDownLatch(1);
            CountDownLatch stuck = new CountDownLatch(1);
            Thread reading = Thread.ofVirtual()
                    .start(() -> slow.pipe(Command.shell("head -c 3000000 /dev/zero"), null, new OutputStream() {
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
}
