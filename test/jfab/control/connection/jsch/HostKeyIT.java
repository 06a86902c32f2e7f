package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import jfab.control.connection.Group;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.Prompt;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trust on first use, against a real OpenSSH server and with files that ssh-keygen made. */
@Needs(Tool.SSHD)
class HostKeyIT {
    private final Printed printed = new Printed();
    private SshdFixture sshd;
    private Path knownHosts;

    @BeforeEach
    void start() throws Exception {
        sshd = SshdFixture.start();
        knownHosts = sshd.folder().resolve("home/.ssh/known_hosts");
    }

    @AfterEach
    void stop() throws Exception {
        sshd.close();
    }

    private void open(SshSettings settings) {
        try (JschConnector connector = new JschConnector(settings)) {
            assertEquals("in\n", connector.open(sshd.host()).run("echo in").out());
        }
    }

    /** As of somebody in between, who knows the host's public key alone. */
    @Test
    void aHostThatDoesNotProveItsKeyIsRefused() throws Exception {
        Path forged =
                Files.copy(sshd.folder().resolve("host_key"), sshd.folder().resolve("forged"));
        List<String> lines = Files.readAllLines(forged);
        byte[] key = Base64.getDecoder().decode(String.join("", lines.subList(1, lines.size() - 1)));
        String point = Files.readString(sshd.folder().resolve("host_key.pub")).split(" ", -1)[1];
        byte[] blob = Base64.getDecoder().decode(point);
        String last = HexFormat.of().formatHex(blob, blob.length - 32, blob.length);
        // The seed stands before the point, at the end of the private part.
        int seed = HexFormat.of().formatHex(key).lastIndexOf(last) / 2 - 32;
        key[seed] ^= 1;
        Files.writeString(
                forged,
                lines.getFirst() + "\n"
                        + Base64.getMimeEncoder(70, new byte[] {'\n'}).encodeToString(key) + "\n" + lines.getLast()
                        + "\n");
        Files.setPosixFilePermissions(forged, PosixFilePermissions.fromString("rw-------"));
        try (SshdFixture other = SshdFixture.start("HostKey " + forged)) {
            ConnectionException thrown = assertThrows(ConnectionException.class, () -> {
                try (JschConnector connector = new JschConnector(other.settings(printed))) {
                    connector.open(other.host()).run("echo in");
                }
            });
            assertEquals(Reason.HOST_KEY, thrown.reason(), thrown.getMessage());
            assertTrue(String.valueOf(thrown.getMessage()).contains("its signature is wrong"), thrown.getMessage());
        }
    }

    private ConnectionException refused(SshSettings settings) {
        ConnectionException thrown = assertThrows(ConnectionException.class, () -> open(settings));
        assertEquals(Reason.HOST_KEY, thrown.reason(), thrown.getMessage());
        return thrown;
    }

    private String key() throws Exception {
        String[] fields =
                Files.readString(sshd.folder().resolve("host_key.pub")).split(" ", -1);
        return fields[0] + " " + fields[1].strip();
    }

    private String name() {
        return "[127.0.0.1]:" + sshd.port();
    }

    private String fingerprint(Path key) throws Exception {
        Process keygen = new ProcessBuilder("ssh-keygen", "-l", "-f", key.toString()).start();
        return new String(keygen.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                .split(" ", -1)[1];
    }

    private Path otherKey(String... type) throws Exception {
        Path other = sshd.folder().resolve("other");
        SshdFixture.keygen(other, "", type);
        return sshd.folder().resolve("other.pub");
    }

    @Test
    void newKeyIsRecordedAndRemarkedOnOnce() throws Exception {
        Path home = sshd.folder().resolve("newcomer");
        SshSettings settings = sshd.settings(printed).withHome(Files.createDirectory(home));
        open(settings);
        open(settings);
        Path file = home.resolve(".ssh/known_hosts");
        assertEquals(List.of(name() + " " + key()), Files.readAllLines(file));
        assertEquals(
                List.of(sshd.host() + ": new host key ssh-ed25519 "
                        + fingerprint(sshd.folder().resolve("host_key.pub")) + ", added to the known hosts"),
                printed.notices());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(".ssh"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "yes"})
    void opensshReadsWhatWasRecorded(String hashed) throws Exception {
        Path config = Files.writeString(sshd.folder().resolve("config"), "HashKnownHosts " + hashed);
        open(sshd.settings(printed).withConfig(config));
        open(sshd.settings(printed).withConfig(config));
        assertEquals(1, Files.readAllLines(knownHosts).size());
        String recorded = Files.readString(knownHosts);
        assertEquals(hashed.equals("no"), recorded.contains("127.0.0.1"), recorded);
        assertEquals(hashed.equals("yes"), recorded.startsWith("|1|"), recorded);
        int exit = new ProcessBuilder(
                        "ssh",
                        "-F",
                        "none",
                        "-o",
                        "StrictHostKeyChecking=yes",
                        "-o",
                        "UserKnownHostsFile=" + knownHosts,
                        "-o",
                        "BatchMode=yes",
                        "-i",
                        sshd.folder().resolve("id_ed25519").toString(),
                        "-p",
                        String.valueOf(sshd.port()),
                        "127.0.0.1",
                        "true")
                .start()
                .waitFor();
        assertEquals(0, exit);
    }

    @Test
    void changedKeyIsRefusedWithBothFingerprints() throws Exception {
        Path old = otherKey();
        Files.writeString(knownHosts, "# mine\n" + name() + " " + Files.readString(old));
        assertEquals(
                sshd.host() + ": its host key has changed: " + knownHosts + ":2 has ssh-ed25519 " + fingerprint(old)
                        + ", the host shows ssh-ed25519 "
                        + fingerprint(sshd.folder().resolve("host_key.pub"))
                        + "; if its owner confirms the new one, remove that line",
                refused(sshd.settings(printed)).getMessage());
        assertFalse(
                Files.readString(sshd.folder().resolve("sshd.log")).contains("publickey"),
                "nothing was said of the user");
        assertEquals(2, Files.readAllLines(knownHosts).size());
    }

    @Test
    void keyOfAnotherTypeThanTheKnownIsAChange() throws Exception {
        Files.writeString(knownHosts, name() + " " + Files.readString(otherKey("-t", "ecdsa")));
        assertTrue(refused(sshd.settings(printed)).getMessage().contains("has ecdsa-sha2-nistp256"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "accept-new", "off"})
    void noSettingLetsAChangedKeyPass(String setting) throws Exception {
        Files.writeString(knownHosts, name() + " " + Files.readString(otherKey()));
        Path config = Files.writeString(sshd.folder().resolve("config"), "StrictHostKeyChecking " + setting);
        refused(sshd.settings(printed).withConfig(config));
    }

    @Test
    void revokedKeyIsRefused() throws Exception {
        Files.writeString(knownHosts, name() + " " + key() + "\n@revoked * " + key() + "\n");
        assertTrue(refused(sshd.settings(printed)).getMessage().contains("is revoked by " + knownHosts + ":2"));
    }

    @Test
    void keysInRevokedHostKeysAreRefusedAndAllWhereItCannotBeRead() throws Exception {
        Path revoked = Files.writeString(sshd.folder().resolve("revoked"), "# none\n");
        Path config = Files.writeString(sshd.folder().resolve("config"), "RevokedHostKeys " + revoked + "\n");
        SshSettings settings = sshd.settings(printed).withConfig(config);
        open(settings);
        Files.writeString(revoked, key() + " stolen\n");
        assertTrue(
                refused(settings).getMessage().contains(" is revoked by " + revoked),
                refused(settings).getMessage());
        Files.writeString(revoked, "SSHKRL\n\0binary");
        assertTrue(refused(settings).getMessage().contains(revoked + " is a KRL, which jfab does not read"));
        Files.delete(revoked);
        assertTrue(
                refused(settings).getMessage().contains(revoked + " cannot be read, so that no host key is believed"));
    }

    @Test
    void strictCheckingRefusesUnknownKeys() throws Exception {
        Path config = Files.writeString(sshd.folder().resolve("config"), "StrictHostKeyChecking yes");
        assertTrue(
                refused(sshd.settings(printed).withConfig(config)).getMessage().contains("is unknown"));
        assertFalse(Files.exists(knownHosts));
        Files.writeString(knownHosts, name() + " " + key() + "\n");
        open(sshd.settings(printed).withConfig(config));
    }

    /** Somebody who says {@code answer} to whether a key is believed, and knows no secret. */
    private static Prompt user(String answer, List<String> questions) {
        return new Prompt() {
            @Override
            public boolean forLogins() {
                return false;
            }

            @Override
            public String secret(String question) {
                throw new AssertionError(question);
            }

            @Override
            public String trust(String question) {
                questions.add(question);
                return answer;
            }
        };
    }

    @Test
    void whereTheConfigSaysAskAnUnknownKeyIsRefusedIfNobodyIsThere() throws Exception {
        Path config = Files.writeString(sshd.folder().resolve("config"), "StrictHostKeyChecking ask");
        SshSettings settings = sshd.settings(printed).withConfig(config);
        String fingerprint = fingerprint(sshd.folder().resolve("host_key.pub"));
        assertEquals(
                sshd.host() + ": its host key is unknown and the settings say StrictHostKeyChecking ask, and nobody"
                        + " has answered; ssh-ed25519 " + fingerprint,
                refused(settings).getMessage());
        assertFalse(Files.exists(knownHosts));
        Files.writeString(knownHosts, name() + " " + key() + "\n");
        open(settings);
    }

    @Test
    void whereTheConfigSaysAskTheUserIsAskedOnceAndAnythingButYesOrTheFingerprintRefuses() throws Exception {
        Path config = Files.writeString(sshd.folder().resolve("config"), "StrictHostKeyChecking ask");
        SshSettings settings = sshd.settings(printed).withConfig(config);
        String fingerprint = fingerprint(sshd.folder().resolve("host_key.pub"));
        List<String> questions = new ArrayList<>();
        for (String answer : List.of("no", "", "y", "SHA256:other")) {
            assertTrue(refused(settings.withPrompt(user(answer, questions)))
                    .getMessage()
                    .contains("did not say yes"));
        }
        assertFalse(Files.exists(knownHosts));
        questions.clear();
        open(settings.withPrompt(user("yes", questions)));
        open(settings.withPrompt(user("no", questions)));
        assertEquals(
                List.of(sshd.host() + " is unknown and shows the host key ssh-ed25519 " + fingerprint
                        + "; is it to be believed (yes/no/fingerprint)?"),
                questions);
        Files.delete(knownHosts);
        open(settings.withPrompt(user(fingerprint, questions)));
    }

    @Test
    void whoComparesTheFingerprintTakesNoneOfTheTimeToConnect() throws Exception {
        Path config = Files.writeString(sshd.folder().resolve("config"), "StrictHostKeyChecking ask");
        Prompt slow = new Prompt() {
            @Override
            public String secret(String question) {
                throw new AssertionError(question);
            }

            @Override
            public String trust(String question) {
                LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
                return "yes";
            }
        };
        open(sshd.settings(printed)
                .withConfig(config)
                .withConnectTimeout(Duration.ofSeconds(4))
                .withPrompt(slow));
    }

    @Test
    void batchModeAsksNothing() throws Exception {
        Path config = Files.writeString(sshd.folder().resolve("config"), "StrictHostKeyChecking ask\nBatchMode yes");
        List<String> questions = new ArrayList<>();
        refused(sshd.settings(printed).withConfig(config).withPrompt(user("yes", questions)));
        assertEquals(List.of(), questions);
    }

    @Test
    void hashedNamesAreRead() throws Exception {
        Files.writeString(knownHosts, name() + " " + key() + "\n");
        assertEquals(
                0,
                new ProcessBuilder("ssh-keygen", "-q", "-H", "-f", knownHosts.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor());
        assertTrue(Files.readString(knownHosts).startsWith("|1|"));
        open(sshd.settings(printed));
        assertEquals(List.of(), printed.notices());
        Files.writeString(
                knownHosts, Files.readString(knownHosts).split(" ", -1)[0] + " " + Files.readString(otherKey()));
        refused(sshd.settings(printed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[127.0.0.*]:*", "other,[127.0.0.1]:PORT", "[127.0.0.?]:PORT,!else"})
    void patternsAreRead(String names) throws Exception {
        Files.writeString(knownHosts, names.replace("PORT", "" + sshd.port()) + " " + key() + "\n");
        open(sshd.settings(printed));
        assertEquals(List.of(), printed.notices());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "[127.0.0.*]:*,![127.0.0.1]:*", "@cert-authority [127.0.0.1]:*", "#[127.0.0.1]:*"})
    void linesForOthersDoNotCount(String names) throws Exception {
        Files.writeString(knownHosts, names + " " + Files.readString(otherKey()).strip());
        open(sshd.settings(printed));
        assertEquals(1, printed.notices().size());
        assertEquals(2, Files.readAllLines(knownHosts).size(), "the last line had no end");
    }

    @Test
    void knownTypeIsAskedForFirst() throws Exception {
        Path rsa = sshd.folder().resolve("rsa_key");
        SshdFixture.keygen(rsa, "", "-t", "rsa", "-b", "2048");
        try (SshdFixture two = SshdFixture.start("HostKey " + rsa)) {
            Path file = two.folder().resolve("home/.ssh/known_hosts");
            String rsaKey = Files.readString(sshd.folder().resolve("rsa_key.pub"));
            Files.writeString(file, "[127.0.0.1]:" + two.port() + " " + rsaKey);
            try (JschConnector connector = new JschConnector(two.settings(printed))) {
                connector.open(two.host()).run("true");
            }
            assertEquals(List.of(), printed.notices());
        }
    }

    @Test
    void twentyHostsAtFirstContactLoseNoLine() throws Exception {
        try (SshdFixture second = SshdFixture.start()) {
            Files.write(
                    second.folder().resolve("authorized_keys"),
                    Files.readAllBytes(sshd.folder().resolve("authorized_keys")));
            List<Host> hosts = IntStream.rangeClosed(1, 10)
                    .boxed()
                    .flatMap(last -> java.util.stream.Stream.of(sshd.host(last), second.host(last)))
                    .toList();
            // Two connectors stand for two processes: they share nothing but the file.
            try (JschConnector one = new JschConnector(sshd.settings(printed));
                    JschConnector two = new JschConnector(sshd.settings(printed))) {
                Thread other = Thread.ofVirtual().start(() -> {
                    try {
                        new Group(hosts, two)
                                .run(connection -> connection.run("true"))
                                .orThrow();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
                new Group(hosts, one).run(connection -> connection.run("true")).orThrow();
                other.join();
            }
            List<String> lines = Files.readAllLines(knownHosts);
            assertEquals(20, lines.size());
            assertEquals(20, new HashSet<>(lines).size());
            assertEquals(20, printed.notices().size());
        }
    }
}
