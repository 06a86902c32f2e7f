package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an ssh-agent signs for: log-ins from here, and those that a host makes in the user's name. */
@Needs(Tool.SSHD)
@Timeout(60)
class AgentIT {
    private SshdFixture sshd;
    private Path socket;
    private Process agent;

    @BeforeEach
    void start() throws Exception {
        sshd = SshdFixture.start();
        socket = sshd.folder().resolve("agent");
        agent = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Await.until("an agent", () -> Files.exists(socket));
    }

    @AfterEach
    void stop() throws Exception {
        agent.destroy();
        agent.waitFor();
        sshd.close();
    }

    private String add(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of("ssh-add"));
        command.addAll(List.of(arguments));
        ProcessBuilder add = new ProcessBuilder(command).redirectErrorStream(true);
        add.environment().put("SSH_AUTH_SOCK", socket.toString());
        Process process = add.start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said;
    }

    private Path key() {
        return sshd.folder().resolve("id_ed25519");
    }

    private SshSettings settings() {
        return sshd.settings(new Printed()).withAgent(socket);
    }

    private static Result on(SshSettings settings, Host host, String line) {
        try (JschConnector connector = new JschConnector(settings);
                Connection connection = connector.open(host)) {
            return connection.run(Command.shell(line).warn());
        }
    }

    @Test
    void keysAreListedAsSshAddListsThem() throws Exception {
        Path rsa = sshd.folder().resolve("rsa");
        SshdFixture.keygen(rsa, "", "-t", "rsa", "-b", "3072", "-C", "my rsa key");
        Path curve = sshd.folder().resolve("curve");
        SshdFixture.keygen(curve, "", "-t", "ecdsa", "-b", "384");
        add("-q", key().toString());
        add("-q", rsa.toString());
        add("-q", curve.toString());
        assertEquals(add("-l").lines().toList(), AgentKeys.of(socket));
    }

    @Test
    void forwardedAgentSignsForTheHost() throws Exception {
        add("-q", key().toString());
        SshSettings forwarding = settings().withOption("ForwardAgent", "yes");
        Result result = on(
                forwarding,
                sshd.host(),
                "ssh -F none -o BatchMode=yes -o IdentityFile=none -o StrictHostKeyChecking=no"
                        + " -o UserKnownHostsFile=/dev/null -p " + sshd.port() + " 127.0.0.2 echo in");
        assertEquals("in\n", result.out(), result.err());
    }

    @Test
    void keyFilesAreNotForwardedAndTheAgentCannotBeChanged() throws Exception {
        Path other = sshd.folder().resolve("other");
        SshdFixture.keygen(other, "");
        add("-q", other.toString());
        String before = add("-l");
        Result result =
                on(settings().withOption("ForwardAgent", "yes"), sshd.host(), "ssh-add -D 2>/dev/null; ssh-add -L");
        String blob = Files.readString(sshd.folder().resolve("other.pub")).split(" ", 3)[1];
        assertEquals(1, result.out().lines().count(), result.out());
        assertTrue(result.out().contains(blob), result.out());
        assertEquals(before, add("-l"));
    }

    /** More than the six that sshd lets one try unless its sshd_config says otherwise. */
    @Test
    void anAgentOfManyKeysIsARefusedLogInAndTheRightKeyAloneLogsIn() throws Exception {
        for (int i = 1; i <= 7; i++) {
            Path wrong = sshd.folder().resolve("wrong" + i);
            SshdFixture.keygen(wrong, "");
            add("-q", wrong.toString());
        }
        SshSettings all = settings().withIdentities(List.of());
        ConnectionException refused = assertThrows(ConnectionException.class, () -> on(all, sshd.host(), "echo in"));
        assertEquals(Reason.AUTHENTICATION, refused.reason(), refused.getMessage());
        assertTrue(refused.getMessage().contains("-o IdentitiesOnly=yes -i KEY"), refused.getMessage());
        SshSettings cured = all.withOption("IdentitiesOnly", "yes").withIdentities(List.of(key()));
        assertEquals("in\n", on(cured, sshd.host(), "echo in").out());
    }

    @Test
    void agentStaysHereUnlessAskedFor() throws Exception {
        add("-q", key().toString());
        assertEquals(
                "none\n",
                on(settings(), sshd.host(), "echo ${SSH_AUTH_SOCK:-none}").out());
    }

    @Test
    void publicHalfChoosesAKeyOfTheAgent() throws Exception {
        add("-q", key().toString());
        Path half = Files.copy(
                sshd.folder().resolve("id_ed25519.pub"), sshd.folder().resolve("half.pub"));
        SshSettings chosen = settings().withIdentities(List.of()).withOption("IdentitiesOnly", "yes");
        assertEquals(
                "in\n",
                on(chosen.withIdentities(List.of(half)), sshd.host(), "echo in").out());
        Path stem = sshd.folder().resolve("half");
        assertEquals(
                "in\n",
                on(chosen.withOption("IdentityFile", stem.toString()), sshd.host(), "echo in")
                        .out());
    }
}
