package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import jfab.control.connection.Group;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ways to be let in, or not, by a real OpenSSH server. */
@Needs(Tool.SSHD)
class LoginIT {
    private final Printed printed = new Printed();
    private SshdFixture sshd;

    @BeforeEach
    void start() throws Exception {
        sshd = SshdFixture.start();
    }

    @AfterEach
    void stop() throws Exception {
        sshd.close();
    }

    private Path authorized(String name, String passphrase, String... type) throws Exception {
        Path key = sshd.folder().resolve(name);
        SshdFixture.keygen(key, passphrase, type);
        Files.copy(
                sshd.folder().resolve(name + ".pub"),
                sshd.folder().resolve("authorized_keys"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        return key;
    }

    private SshSettings without(SshSettings settings) {
        return settings.withIdentities(List.of());
    }

    private void enter(SshSettings settings) {
        try (JschConnector connector = new JschConnector(settings)) {
            assertEquals("in\n", connector.open(sshd.host()).run("echo in").out());
        }
    }

    private ConnectionException refused(SshSettings settings, Host host) {
        try (JschConnector connector = new JschConnector(settings)) {
            return assertThrows(ConnectionException.class, () -> connector.open(host));
        }
    }

    @Test
    void usualKeyFileIsFound() throws Exception {
        authorized("home/.ssh/id_ecdsa", "", "-t", "ecdsa");
        enter(without(sshd.settings(printed)));
    }

    /** What the host was asked for to log in, as its sshd has it. */
    private static List<String> asked(SshdFixture verbose) throws Exception {
        return verbose.logOfAll()
                .lines()
                .filter(line -> line.contains("userauth-request for user"))
                .map(line -> line.replaceFirst(".* method (\\S+).*", "$1"))
                .toList();
    }

    @Test
    void keyThatIsTheOnlyWayIsUsedAtOnceAndOthersAreOfferedFirstAsSshDoes() throws Exception {
        try (SshdFixture verbose = SshdFixture.start("LogLevel DEBUG")) {
            Path right = verbose.folder().resolve("id_ed25519");
            Path wrong = verbose.folder().resolve("another");
            SshdFixture.keygen(wrong, "");
            try (JschConnector connector = new JschConnector(verbose.settings(printed))) {
                connector.open(verbose.host()).run("true");
            }
            assertEquals(List.of("publickey"), asked(verbose));
            SshSettings both = verbose.settings(printed).withIdentities(List.of(wrong, right));
            try (JschConnector connector = new JschConnector(both)) {
                connector.open(verbose.host()).run("true");
            }
            assertEquals(List.of("publickey", "none", "publickey", "publickey", "publickey"), asked(verbose));
        }
    }

    @Test
    void hostThatDoesNotTakeTheOnlyKeyIsAskedWhatItTakes() throws Exception {
        try (SshdFixture verbose = SshdFixture.start("LogLevel DEBUG")) {
            Path wrong = verbose.folder().resolve("another");
            SshdFixture.keygen(wrong, "");
            ConnectionException thrown =
                    refused(verbose.settings(printed).withIdentities(List.of(wrong)), verbose.host());
            assertTrue(thrown.getMessage().contains("the host accepts publickey"), thrown.getMessage());
            assertEquals(List.of("publickey", "none", "publickey"), asked(verbose));
        }
    }

    @Test
    void rsaKeyInTheOldFormatIsTaken() throws Exception {
        Path key = authorized("old", "", "-t", "rsa", "-b", "2048", "-m", "PEM");
        enter(sshd.settings(printed).withIdentities(List.of(key)));
    }

    @Test
    void passphraseIsAskedForOnceForAllHosts() throws Exception {
        Path key = authorized("locked", "secret");
        List<String> questions = new ArrayList<>();
        SshSettings settings = sshd.settings(printed)
                .withIdentities(List.of(key))
                .withPrompt(question -> {
                    questions.add(question);
                    return "secret";
                });
        List<Host> hosts = IntStream.rangeClosed(1, 4).mapToObj(sshd::host).toList();
        try (JschConnector connector = new JschConnector(settings)) {
            assertTrue(new Group(hosts, connector)
                    .run(connection -> connection.run("true"))
                    .ok());
        }
        assertEquals(List.of("Passphrase for " + key + ":"), questions);
    }

    @Test
    void passphraseOfAKeyThatNoHostWantsIsNotAskedFor() throws Exception {
        Path key = sshd.folder().resolve("locked");
        SshdFixture.keygen(key, "secret");
        List<Path> keys = List.of(key, sshd.folder().resolve("id_ed25519"));
        enter(sshd.settings(printed).withIdentities(keys).withPrompt(question -> {
            throw new AssertionError(question);
        }));
    }

    @Test
    void agentSigns() throws Exception {
        Path key = authorized("agents", "");
        Path socket = sshd.folder().resolve("agent");
        Process agent = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            add(key, socket);
            Files.delete(key);
            enter(without(sshd.settings(printed)).withAgent(socket));
        } finally {
            agent.destroy();
            agent.waitFor();
        }
    }

    private static void add(Path key, Path socket) throws Exception {
        Await.until("an agent", () -> Files.exists(socket));
        ProcessBuilder add = new ProcessBuilder("ssh-add", "-q", key.toString());
        add.environment().put("SSH_AUTH_SOCK", socket.toString());
        assertEquals(0, add.start().waitFor());
    }

    @Test
    void keyThatIsNotAcceptedIsSaid() throws Exception {
        authorized("another", "");
        Host me = new Host("127.0.0.1", System.getProperty("user.name"), sshd.port());
        ConnectionException thrown = refused(sshd.settings(printed), sshd.host());
        assertEquals(Reason.AUTHENTICATION, thrown.reason());
        assertEquals(
                me
                        + ": no key was accepted, of " + sshd.folder().resolve("id_ed25519")
                        + "; the host accepts publickey. Name a key with -i",
                thrown.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PubkeyAuthentication=no | keyboard-interactive,password",
                "PreferredAuthentications=password | password",
                "PreferredAuthentications=gssapi-with-mic | no way to log in",
            })
    void keysThatTheSettingsForbidToOfferAreNotSaidToBeRefused(String option, String left) throws Exception {
        String[] set = option.split("=", -1);
        ConnectionException thrown = refused(sshd.settings(printed).withOption(set[0], set[1]), sshd.host());
        assertEquals(Reason.AUTHENTICATION, thrown.reason());
        assertEquals(
                new Host("127.0.0.1", System.getProperty("user.name"), sshd.port())
                        + ": no key was offered, since PubkeyAuthentication or PreferredAuthentications forbids it; the settings leave "
                        + left + "; the host accepts publickey",
                thrown.getMessage());
    }

    /** A refused log-in is not tried again, which would only count as another attack; sshd hangs up, and says why. */
    @Test
    void moreKeysThanTheHostAllowsAreARefusedLogInWithItsCure() throws Exception {
        try (SshdFixture few = SshdFixture.start("MaxAuthTries 2")) {
            List<Path> keys = new ArrayList<>();
            for (int i = 1; i <= 4; i++) {
                Path wrong = few.folder().resolve("wrong" + i);
                SshdFixture.keygen(wrong, "");
                keys.add(wrong);
            }
            Path right = few.folder().resolve("id_ed25519");
            keys.add(right);
            SshSettings settings = few.settings(printed).withIdentities(keys).withOption("ConnectionAttempts", "3");
            ConnectionException thrown = refused(settings, few.host());
            assertEquals(Reason.AUTHENTICATION, thrown.reason(), thrown.getMessage());
            assertTrue(
                    thrown.getMessage()
                            .endsWith(": too many keys for its sshd's MaxAuthTries: no key was accepted, of "
                                    + keys.get(0)
                                    + ", " + keys.get(1) + ", " + keys.get(2)
                                    + " and 2 more before it hung up. Offer the"
                                    + " right one alone: -o IdentitiesOnly=yes -i KEY, or IdentitiesOnly yes and"
                                    + " IdentityFile in the ssh_config"),
                    thrown.getMessage());
            assertEquals(
                    1,
                    few.logOfAll()
                            .lines()
                            .filter(line -> line.contains("Too many authentication failures"))
                            .count(),
                    few.log());
        }
    }

    @Test
    void keyFilesThatAreNotThereAreNamed() throws Exception {
        Path missing = sshd.folder().resolve("missing");
        SshSettings settings = without(sshd.settings(printed)).withOption("IdentityFile", missing.toString());
        assertEquals(
                new Host("127.0.0.1", System.getProperty("user.name"), sshd.port())
                        + ": there is no key to log in with; " + missing
                        + " cannot be read; the host accepts publickey. Name a key with -i",
                refused(settings, sshd.host()).getMessage());
    }

    @Test
    void keyFilesThatCannotBeUsedAreNamed() throws Exception {
        Path missing = sshd.folder().resolve("missing");
        ConnectionException absent = assertThrows(
                ConnectionException.class, () -> sshd.settings(printed).withIdentities(List.of(missing)));
        assertEquals("cannot read the private key " + missing, absent.getMessage());
        assertEquals(Reason.BAD_SETTINGS, absent.reason());
        Path rubbish = Files.writeString(sshd.folder().resolve("rubbish"), "no key\n");
        SshSettings settings = sshd.settings(printed).withIdentities(List.of(rubbish));
        ConnectionException unusable = assertThrows(ConnectionException.class, () -> new JschConnector(settings));
        assertTrue(unusable.getMessage().startsWith("cannot use the private key " + rubbish), unusable.getMessage());
        List<String> whole = Files.readAllLines(sshd.folder().resolve("id_ed25519"));
        for (int lines = 1; lines < whole.size(); lines++) {
            Path cut = Files.write(sshd.folder().resolve("cut"), whole.subList(0, lines));
            SshSettings cutSettings = sshd.settings(printed).withIdentities(List.of(cut));
            ConnectionException notWhole =
                    assertThrows(ConnectionException.class, () -> new JschConnector(cutSettings));
            assertTrue(notWhole.getMessage().startsWith("cannot use the private key " + cut), notWhole.getMessage());
        }
    }

    @Test
    void portWhereNobodyListensIsUnreachable() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Host host = new Host("127.0.0.1", null, free);
        ConnectionException thrown = refused(sshd.settings(printed), host);
        assertEquals(Reason.UNREACHABLE, thrown.reason());
        assertEquals(host + ": port " + free + " refused the connection; is sshd running there?", thrown.getMessage());
    }

    @Test
    void nameThatNobodyHasIsUnreachable() {
        ConnectionException thrown = refused(sshd.settings(printed), Host.parse("no-such-host.invalid"));
        assertEquals("no-such-host.invalid: there is no host of the name no-such-host.invalid", thrown.getMessage());
    }

    @Test
    void hostThatSaysNothingIsGivenUp() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Host host = new Host("127.0.0.1", null, silent.getLocalPort());
            ConnectionException thrown =
                    refused(sshd.settings(printed).withConnectTimeout(Duration.ofMillis(1500)), host);
            assertEquals(Reason.UNREACHABLE, thrown.reason());
            assertEquals(host + ": no answer within 1.5 s", thrown.getMessage());
        }
    }
}
