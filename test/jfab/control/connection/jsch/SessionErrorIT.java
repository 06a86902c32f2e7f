package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.Session;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import jfab.control.connection.Connection;
import jfab.control.connection.Connector;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.Command;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.jsch.channels.SessionThreads;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong in the thread that reads a host's connection ends what waits for it, and is told. */
@Timeout(60)
class SessionErrorIT {
    @TempDir
    private Path folder;

    @Test
    @Needs(Tool.SSHD)
    void anErrorOfWhoTakesTheOutputEndsTheCommand() throws Exception {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) {
                throw new OutOfMemoryError("no room for it");
            }
        };
        try (SshdFixture sshd = SshdFixture.start();
                Connector connector = new JschConnector(sshd.settings(new Printed()));
                Connection connection = connector.open(sshd.host())) {
            ConnectionException failed = assertThrows(
                    ConnectionException.class, () -> connection.pipe(Command.shell("echo x; sleep 30"), null, full));
            assertTrue(failed.getMessage().contains("no room for it"), failed.getMessage());
            assertEquals("y\n", connection.run("echo y").out());
        }
    }

    @Test
    void anyOtherErrorClosesTheSessionAndIsKept() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        Session session = new JSch().getSession("nobody", "127.0.0.1");
        session.setThreadFactory(new SessionThreads(closed::incrementAndGet));
        Thread reader = session.getThreadFactory().newThread(() -> {
            throw new StackOverflowError("deep");
        });
        reader.start();
        assertTrue(reader.join(Duration.ofSeconds(30)));
        assertEquals(1, closed.get());
        assertEquals("java.lang.StackOverflowError: deep", String.valueOf(SessionThreads.failure(session)));
        assertTrue(reader.isDaemon());
    }

    @Test
    @Needs(Tool.SSHD)
    void anEndlessListingIsRefused() throws Exception {
        Path find = folder.resolve("find");
        Trees.script(find, "mark=$(eval echo \\${9%% *}); exec yes \"$mark 81a4 1 1 ./file\"");
        Trees.script(folder.resolve("shell"), "PATH=" + folder + ":$PATH; eval \"$SSH_ORIGINAL_COMMAND\"");
        Files.createDirectories(folder.resolve("run"));
        try (SshdFixture sshd =
                        SshdFixture.start("Subsystem other /bin/false", "ForceCommand " + folder.resolve("shell"));
                Connector connector = new JschConnector(sshd.settings(new Printed()));
                Connection connection = connector.open(sshd.host())) {
            String message = WithTreeHosts.failure(() -> connection.get(folder + "/run", folder + "/got/"));
            assertTrue(message.contains("listing of " + folder + "/run is longer than "), message);
        }
    }
}
