package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that are reached over a command of this machine. */
@Needs(Tool.SSHD)
@Timeout(120)
class ProxyCommandIT {
    private static SshdFixture sshd;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws Exception {
        sshd = SshdFixture.start();
    }

    @AfterAll
    static void stop() throws Exception {
        sshd.close();
    }

    private SshSettings over(String command) throws Exception {
        Path config = Files.writeString(
                folder.resolve("config"),
                "Host behind\nHostName 127.0.0.2\nPort " + sshd.port() + "\nProxyCommand " + command);
        return sshd.settings(new Printed()).withConfig(config);
    }

    private String ssh() {
        return "ssh -F none -i " + sshd.folder().resolve("id_ed25519")
                + " -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -W %h:%p -p " + sshd.port()
                + " 127.0.0.1";
    }

    @Test
    void bytesPassTheCommandAndItEndsWithTheConnection() throws Exception {
        byte[] bytes = new byte[10 * 1024 * 1024 + 1];
        new Random(7).nextBytes(bytes);
        Path sent = Files.write(folder.resolve("sent"), bytes);
        Path back = folder.resolve("back");
        List<ProcessHandle> proxies;
        try (JschConnector connector = new JschConnector(over(ssh()))) {
            List<ProcessHandle> before = ProcessHandle.current().children().toList();
            Connection connection = connector.open(Host.parse("behind"));
            connection.put(sent, folder.resolve("there").toString());
            connection.get(folder.resolve("there").toString(), back);
            proxies = ProcessHandle.current()
                    .children()
                    .filter(child -> !before.contains(child))
                    .toList();
            assertEquals(1, proxies.size());
        }
        assertEquals(-1, Files.mismatch(sent, back));
        proxies.getFirst().onExit().get(60, TimeUnit.SECONDS);
    }

    @Test
    void commandThatFailsSaysWhy() throws Exception {
        try (JschConnector connector = new JschConnector(over("sh -c 'echo no way to %h >&2; exit 3'"))) {
            ConnectionException thrown =
                    assertThrows(ConnectionException.class, () -> connector.open(Host.parse("behind")));
            assertEquals(
                    "behind: its ProxyCommand `sh -c 'echo no way to 127.0.0.2 >&2; exit 3'` ended with exit code 3:"
                            + " no way to 127.0.0.2",
                    thrown.getMessage());
            assertEquals(Reason.UNREACHABLE, thrown.reason());
        }
    }

    @Test
    void commandThatSaysNothingIsEnded() throws Exception {
        SshSettings settings = over("sh -c 'echo $$ > " + folder.resolve("pid") + "; sleep 300'")
                .withConnectTimeout(Duration.ofSeconds(2));
        try (JschConnector connector = new JschConnector(settings)) {
            ConnectionException thrown =
                    assertThrows(ConnectionException.class, () -> connector.open(Host.parse("behind")));
            assertEquals("behind: no answer within 2 s", thrown.getMessage());
            long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
            ProcessHandle.of(pid)
                    .ifPresent(process ->
                            process.onExit().orTimeout(60, TimeUnit.SECONDS).join());
            assertTrue(ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
        }
    }
}
