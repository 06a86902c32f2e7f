package jfab.control.connection.jsch.channels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import jfab.control.connection.jsch.JschConnector;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the settings of a session do at a real server. */
@Needs(Tool.SSHD)
@Timeout(120)
class SessionIT {
    private final Printed printed = new Printed();

    private static String said(SshSettings settings, Host host, String line) {
        try (JschConnector connector = new JschConnector(settings);
                Connection connection = connector.open(host)) {
            return connection.run(line).out();
        }
    }

    private static ConnectionException refused(SshSettings settings, Host host) {
        try (JschConnector connector = new JschConnector(settings)) {
            return assertThrows(ConnectionException.class, () -> connector.open(host));
        }
    }

    private static void freeze(ProcessHandle process) {
        try {
            assertEquals(
                    0,
                    new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                            .start()
                            .waitFor());
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void deadPeerIsNoticed(SshdFixture sshd, SshSettings settings) {
        try (JschConnector connector = new JschConnector(
                settings.withOption("ServerAliveInterval", "1").withOption("ServerAliveCountMax", "2"))) {
            Connection connection = connector.open(sshd.host());
            connection.run("true");
            sshd.serving().forEach(SessionIT::freeze);
            ConnectionException lost = assertThrows(ConnectionException.class, () -> connection.run("sleep 600"));
            assertEquals(Reason.LOST, lost.reason());
        }
    }

    @Test
    void hostThatFallsSilentIsNoticed() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            deadPeerIsNoticed(sshd, sshd.settings(printed));
        }
    }

    @Test
    void hostThatFallsSilentBehindAJumpHostIsNoticed() throws Exception {
        try (SshdFixture bastion = SshdFixture.start();
                SshdFixture sshd = SshdFixture.start()) {
            deadPeerIsNoticed(
                    sshd,
                    sshd.settings(printed)
                            .withIdentities(List.of(
                                    sshd.folder().resolve("id_ed25519"),
                                    bastion.folder().resolve("id_ed25519")))
                            .withOption("ProxyJump", bastion.host().toString()));
        }
    }

    @Test
    void algorithmsAreAgreedOnOrTheDisagreementIsSaid() throws Exception {
        try (SshdFixture sshd = SshdFixture.start("Ciphers aes256-ctr")) {
            SshSettings settings = sshd.settings(printed);
            assertEquals("in\n", said(settings.withOption("Ciphers", "aes256-ctr"), sshd.host(), "echo in"));
            ConnectionException thrown = refused(settings.withOption("Ciphers", "aes128-ctr"), sshd.host());
            assertEquals(Reason.INCOMPATIBLE, thrown.reason());
            assertFalse(thrown.reason().passing());
            assertTrue(
                    thrown.getMessage().endsWith("the host offers aes256-ctr, jfab offers aes128-ctr"),
                    thrown.getMessage());
        }
    }

    @Test
    void bytesAreCompressed() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            String text = "line\n".repeat(100_000);
            SshSettings settings = sshd.settings(printed).withOption("Compression", "yes");
            assertEquals(text, said(settings, sshd.host(), "yes line | head -n 100000"));
        }
    }

    @Test
    void variablesAreSentThatTheHostAccepts() throws Exception {
        try (SshdFixture sshd = SshdFixture.start("AcceptEnv JFAB_*")) {
            SshSettings settings = sshd.settings(printed).withOption("SetEnv", "JFAB_A=1 'JFAB_B=two words' OTHER=3");
            assertEquals("1,two words,\n", said(settings, sshd.host(), "echo $JFAB_A,$JFAB_B,$OTHER"));
        }
    }

    @Test
    void hostIsCalledAgainWhereTheSettingsSaySo() throws Exception {
        try (SshdFixture sshd = SshdFixture.start();
                ServerSocket moody = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try {
                    moody.accept().close();
                    try (Socket second = moody.accept();
                            Socket real = new Socket()) {
                        real.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), sshd.port()));
                        new Relay().join(second, real);
                    }
                } catch (java.io.IOException e) {
                    // The test is over.
                }
            });
            SshSettings settings = sshd.settings(printed).withOption("ConnectionAttempts", "2");
            assertEquals("in\n", said(settings, new Host("127.0.0.1", null, moody.getLocalPort()), "echo in"));
        }
    }

    @Test
    void certificateOpensTheHost() throws Exception {
        Path folder = Files.createTempDirectory("jfab-ca");
        SshdFixture.keygen(folder.resolve("ca"), "");
        try (SshdFixture sshd = SshdFixture.start("TrustedUserCAKeys " + folder.resolve("ca.pub"))) {
            Files.writeString(sshd.folder().resolve("authorized_keys"), "");
            for (String type : List.of("ed25519", "rsa", "ecdsa")) {
                Path key = sshd.folder().resolve("with-" + type);
                SshdFixture.keygen(key, "", "-t", type);
                SshSettings settings = sshd.settings(printed).withIdentities(List.of(key));
                assertEquals(
                        Reason.AUTHENTICATION, refused(settings, sshd.host()).reason());
                Process sign = new ProcessBuilder(
                                "ssh-keygen",
                                "-q",
                                "-s",
                                folder.resolve("ca").toString(),
                                "-I",
                                "tester",
                                "-n",
                                System.getProperty("user.name"),
                                key + ".pub")
                        .start();
                assertEquals(0, sign.waitFor());
                assertEquals("in\n", said(settings, sshd.host(), "echo in"), type);
                Path elsewhere =
                        Files.move(Path.of(key + "-cert.pub"), sshd.folder().resolve(type + "-elsewhere"));
                assertEquals(
                        Reason.AUTHENTICATION, refused(settings, sshd.host()).reason());
                SshSettings named = settings.withOption("CertificateFile", elsewhere.toString());
                assertEquals("in\n", said(named, sshd.host(), "echo in"), type);
            }
        }
    }

    @Test
    void lockedKeyThatTheHostWantsIsNamed() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            Path key = sshd.folder().resolve("locked");
            SshdFixture.keygen(key, "secret");
            Files.copy(
                    sshd.folder().resolve("locked.pub"),
                    sshd.folder().resolve("authorized_keys"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            SshSettings settings = sshd.settings(printed).withIdentities(List.of(key));
            String login = System.getProperty("user.name") + "@" + sshd.host() + ": ";
            assertEquals(
                    login + "the private key " + key
                            + " is encrypted; add it to the agent with ssh-add, or ask to be prompted for its passphrase",
                    refused(settings, sshd.host()).getMessage());
            assertEquals(
                    login + "the passphrase for the private key " + key + " is wrong",
                    refused(settings.withPrompt(question -> "wrong"), sshd.host())
                            .getMessage());
        }
    }
}
