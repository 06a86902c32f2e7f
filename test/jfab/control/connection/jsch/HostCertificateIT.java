package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts that are known by the authority that has signed their keys, as ssh-keygen does and OpenSSH's server shows it. */
@Needs(Tool.SSHD)
class HostCertificateIT {
    @TempDir
    Path folder;

    private final Printed printed = new Printed();
    private Path key;

    @BeforeEach
    void authorities() throws Exception {
        key = folder.resolve("key");
        SshdFixture.keygen(folder.resolve("ca"), "");
        SshdFixture.keygen(folder.resolve("other"), "");
    }

    /** Signs the host's key, by {@code options} of ssh-keygen. */
    private void sign(String authority, String... options) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("ssh-keygen", "-q", "-s", folder.resolve(authority).toString(), "-I", "node"));
        command.addAll(List.of(options));
        command.add(key + ".pub");
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
    }

    private String line(String file) throws Exception {
        return Files.readString(folder.resolve(file + ".pub")).strip();
    }

    /** Connects where the known hosts have {@code lines}, PORT being the server's, and nothing else is believed. */
    private void open(String config, String... lines) throws Exception {
        try (SshdFixture sshd = SshdFixture.start("HostKey " + key, "HostCertificate " + key + "-cert.pub")) {
            List<String> known = new ArrayList<>();
            for (String line : lines) {
                known.add(line.replace("PORT", "" + sshd.port()));
            }
            Path file = Files.write(folder.resolve("known_hosts"), known);
            SshSettings settings = sshd.settings(printed)
                    .withKnownHosts(file)
                    .withConfig(Files.writeString(folder.resolve("config"), "StrictHostKeyChecking yes\n" + config));
            try (JschConnector connector = new JschConnector(settings)) {
                assertEquals("in\n", connector.open(sshd.host()).run("echo in").out());
            }
            assertEquals(known, Files.readAllLines(file));
        }
    }

    private String refused(String config, String... lines) {
        ConnectionException thrown = assertThrows(ConnectionException.class, () -> open(config, lines));
        assertEquals(Reason.HOST_KEY, thrown.reason(), thrown.getMessage());
        return thrown.getMessage();
    }

    @ParameterizedTest
    @CsvSource({
        "ed25519, ed25519, [127.0.0.*]:PORT",
        "ed25519, rsa, 127.0.0.1",
        "ecdsa, ed25519, *",
        "rsa, ecdsa, '[127.0.0.1]:PORT,elsewhere'"
    })
    void aHostIsKnownByItsAuthority(String type, String authority, String names) throws Exception {
        SshdFixture.keygen(key, "", "-t", type);
        SshdFixture.keygen(folder.resolve("by"), "", "-t", authority);
        sign("by", "-h", "-n", "elsewhere,127.0.0.1", "-V", "-1h:+1h");
        open("", "@cert-authority " + names + " " + line("by"));
        assertEquals(List.of(), printed.notices());
    }

    @Test
    void theNameThatCountsIsTheAlias() throws Exception {
        SshdFixture.keygen(key, "");
        sign("ca", "-h", "-n", "node7");
        open("HostKeyAlias node7", "@cert-authority node* " + line("ca"));
        assertTrue(refused("", "@cert-authority * " + line("ca")).contains("node7"));
    }

    /** As ssh does; only the server's, not the user's. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-h -n 127.0.0.2",
                "-h -n 127.0.0.1 -V -2h:-1h",
                "-n 127.0.0.1",
                "-h -n 127.0.0.1 -O critical:x=y"
            })
    void aCertificateOfTheAuthorityThatDoesNotFitIsRefused(String options) throws Exception {
        SshdFixture.keygen(key, "");
        sign("ca", options.split(" ", -1));
        assertTrue(refused("", "@cert-authority * " + line("ca")).contains(": its host key is refused: "), options);
    }

    @Test
    void ofAnotherAuthorityTheKeyItselfCounts() throws Exception {
        SshdFixture.keygen(key, "");
        sign("other", "-h", "-n", "127.0.0.1");
        String authority = "@cert-authority * " + line("ca");
        open("", authority, "[127.0.0.1]:PORT " + line("key"));
        open("", authority, "127.0.0.1 " + line("key"));
        assertTrue(refused("", authority).contains("its host key is unknown"));
        assertTrue(refused("", "@cert-authority 127.0.0.2 " + line("other")).contains("its host key is unknown"));
    }

    @Test
    void whatIsRevokedIsRefusedTheKeyAsTheAuthority() throws Exception {
        SshdFixture.keygen(key, "");
        sign("ca", "-h", "-n", "127.0.0.1");
        String authority = "@cert-authority * " + line("ca");
        for (String revoked : List.of("key", "ca")) {
            assertTrue(refused("", authority, "@revoked * " + line(revoked)).contains("revoked"), revoked);
            Path list = Files.writeString(folder.resolve("revoked"), line(revoked));
            assertTrue(refused("RevokedHostKeys " + list, authority).contains("revoked"), revoked);
        }
        assertTrue(
                refused("RevokedHostKeys " + folder.resolve("none"), authority).contains("cannot be read"));
    }
}
