package jfab.control.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.control.cli.JfabProcess.Ended;
import jfab.control.connection.SshdFixture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The flags that say how hosts are reached, and the words that forward ports, as a user types them. */
@Needs(Tool.SSHD)
@Timeout(120)
class ReachIT {
    private static SshdFixture bastion;
    private static SshdFixture inside;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        bastion = SshdFixture.start("LogLevel VERBOSE");
        inside = SshdFixture.start();
    }

    @AfterAll
    static void stop() throws Exception {
        bastion.close();
        inside.close();
    }

    private Ended jfab(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "-i", inside.folder().resolve("id_ed25519").toString(),
                "-i", bastion.folder().resolve("id_ed25519").toString()));
        all.addAll(List.of(arguments));
        return JfabProcess.run(folder, "", all);
    }

    private static List<String> bastionLog() throws Exception {
        return Files.readAllLines(bastion.folder().resolve("sshd.log"));
    }

    @Test
    void jumpLeadsThroughAnotherHost() throws Exception {
        int before = bastionLog().size();
        Ended ended =
                jfab("-J", bastion.host().toString(), "-H", inside.host(1) + "," + inside.host(2), "--", "echo in");
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals(2, ended.out().lines().filter(line -> line.endsWith("in")).count(), ended.out());
        assertEquals(
                1,
                bastionLog().stream()
                        .skip(before)
                        .filter(line -> line.contains("Accepted publickey"))
                        .count());
    }

    @Test
    void jumpHostThatIsNotThereMakesTheHostsUnreachable() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Ended ended = jfab("-J", "127.0.0.1:" + free, "-H", inside.host(1).toString(), "--", "echo in");
        assertEquals(JfabExitCode.UNREACHABLE, ended.exitCode());
        assertTrue(ended.err().contains("jump host 127.0.0.1:" + free + ": port " + free + " refused"), ended.err());
    }

    @Test
    void unknownKeysAreRefusedWhereThatIsAskedFor() throws Exception {
        Path known = folder.resolve("known");
        String host = inside.host(3).toString();
        Ended strict = jfab("--strict-host-keys=yes", "--known-hosts", known.toString(), "-H", host, "--", "true");
        assertEquals(1, strict.exitCode());
        assertTrue(strict.err().contains("its host key is unknown"), strict.err());
        Ended taken = jfab("-o", "HashKnownHosts=no", "--known-hosts", known.toString(), "-H", host, "--", "true");
        assertEquals(0, taken.exitCode(), taken.err());
        assertTrue(Files.readString(known).startsWith("[127.0.0.3]:" + inside.port() + " "));
        Ended again = jfab("--strict-host-keys=yes", "--known-hosts", known.toString(), "-H", host, "--", "true");
        assertEquals(0, again.exitCode(), again.err());
    }

    @Test
    void anSshConfigThatSaysAskRefusesUnknownKeysWhereThereIsNoTerminal() throws Exception {
        Path config = Files.writeString(folder.resolve("config"), "StrictHostKeyChecking ask\n");
        Path known = folder.resolve("known");
        String host = inside.host(3).toString();
        String[] line = {"-S", config.toString(), "--known-hosts", known.toString(), "-H", host, "--", "echo in"};
        Ended asked = jfab(line);
        assertEquals(1, asked.exitCode(), asked.err());
        assertTrue(asked.err().contains("StrictHostKeyChecking ask, and nobody has answered"), asked.err());
        Ended taken = jfab(
                "-S",
                config.toString(),
                "--known-hosts=" + known,
                "--strict-host-keys=accept-new",
                "-H",
                host,
                "--",
                "echo in");
        assertEquals("in\n", taken.out(), taken.err());
    }

    @Test
    void moreKeysThanTheHostAllowsIsExitCodeOneAndNotTriedAgain() throws Exception {
        try (SshdFixture few = SshdFixture.start("MaxAuthTries 1")) {
            Ended ended = jfab("--retries", "3", "-H", few.host().toString(), "--", "true");
            assertEquals(1, ended.exitCode(), ended.err());
            assertTrue(ended.err().contains("too many keys for its sshd's MaxAuthTries"), ended.err());
            assertEquals(
                    1,
                    few.logOfAll()
                            .lines()
                            .filter(line -> line.contains("Too many auth"))
                            .count(),
                    few.log());
        }
    }

    @Test
    void optionsOfAnSshConfigCanBeTyped() throws Exception {
        Ended ended =
                jfab("-o", "HostName=127.0.0.5", "-o", "Port " + inside.port(), "-H", "anything", "--", "echo in");
        assertEquals("in\n", ended.out(), ended.err());
    }

    @Test
    void fabfileForwardsPorts() throws Exception {
        Files.writeString(folder.resolve("fabfile.groovy"), """
                task('through') { c ->
                    println c.forwardLocal(0, %1$d, remoteHost: '127.0.0.9') { port ->
                        new Socket('127.0.0.1', port).withCloseable { new String(it.inputStream.readNBytes(8)) }
                    }
                    c.forwardRemote(0, %1$d) { port -> c.run("bash -c 'head -c 8 </dev/tcp/127.0.0.1/$port'") }
                }
                """.formatted(inside.port()));
        Ended ended = jfab("-H", inside.host(1).toString(), "through");
        assertEquals("SSH-2.0-\nSSH-2.0-\n", ended.out(), ended.err());
    }

    @Test
    void valuesThatCannotBeAreUsageErrors() throws Exception {
        assertUsage("--keepalive takes a time", "--keepalive=soon");
        assertUsage("--strict-host-keys takes yes, accept-new, not 'no'", "--strict-host-keys=no");
        assertUsage("--jump takes [user@]host[:port], with commas between hosts, not 'a,,b'", "--jump=a,,b");
        assertUsage("--ssh-option takes KEYWORD=VALUE as in an ssh_config, not 'Port'", "--ssh-option=Port");
    }

    private void assertUsage(String message, String flag) throws Exception {
        Ended ended = jfab(flag, "-H", "127.0.0.1", "--", "true");
        assertEquals(JfabExitCode.USAGE, ended.exitCode(), ended.err());
        assertTrue(ended.err().contains(message), ended.err());
    }

    @Test
    void withoutAnAgentThereAreNoKeysToList() throws Exception {
        Ended ended = JfabProcess.run(folder, "", List.of("--list-agent-keys"));
        assertEquals(JfabExitCode.USAGE, ended.exitCode());
        assertTrue(ended.err().contains("there is no ssh-agent: SSH_AUTH_SOCK is not set"), ended.err());
    }
}
