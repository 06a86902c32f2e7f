package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.files.TransferException;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real OpenSSH server whose SFTP takes long to begin. */
@Needs(Tool.SSHD)
class SlowSftpIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @Test
    void whoIsInterruptedBeforeATransferBeginsDoesNotBeginIt() throws Exception {
        Path asked = folder.resolve("asked");
        Path go = folder.resolve("go");
        Path server = Files.writeString(
                folder.resolve("server"),
                // It also ends with the folder, which may be gone before it looks again.
                "#!/bin/sh\ntouch " + asked + "\nwhile [ -e " + asked + " ] && [ ! -e " + go
                        + " ]; do sleep 0.1; done\nexec /usr/lib/openssh/sftp-server\n");
        Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path file = Files.writeString(folder.resolve("file"), "text");
        Path there = Files.createDirectory(folder.resolve("there"));
        try (SshdFixture sshd = SshdFixture.start("Subsystem sftp " + server);
                JschConnector connector = new JschConnector(sshd.settings(new Printed()));
                Connection connection = connector.open(sshd.host())) {
            AtomicReference<TransferException> thrown = new AtomicReference<>();
            Thread putting = Thread.ofVirtual()
                    .start(() ->
                            thrown.set(assertThrows(TransferException.class, () -> connection.put(file, there + "/"))));
            Await.until("SFTP is asked for", () -> Files.exists(asked));
            putting.interrupt();
            assertTrue(putting.join(LIMIT));
            assertTrue(
                    thrown.get().getMessage().endsWith("interrupted"),
                    thrown.get().getMessage());
        } finally {
            Files.createFile(go);
        }
        try (var files = Files.list(there)) {
            assertEquals(0, files.count());
        }
    }
}
