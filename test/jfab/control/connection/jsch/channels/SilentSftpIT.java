package jfab.control.connection.jsch.channels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.host.Host;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real OpenSSH server whose SFTP opens a file and then gives nothing of it. */
@Needs(Tool.SSHD)
class SilentSftpIT {
    @TempDir
    Path folder;

    /** To a request to read, that program says {@code answer}: nothing, or DATA without a byte. */
    @ParameterizedTest
    @ValueSource(strings = {"", "103, pack('N N', $id, 0)"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aFileThatNeverComesIsGivenUp(String answer) throws Exception {
        assertGivenUp("""
                #!/usr/bin/perl
                binmode STDIN; binmode STDOUT; $| = 1;
                sub say_ { my ($type, $text) = @_; defined $text and print pack('N C', 1 + length $text, $type) . $text }
                while (read STDIN, my $head, 5) {
                    my ($length, $type) = unpack 'N C', $head;
                    read STDIN, my $rest, $length - 1;
                    my $id = unpack 'N', $rest;
                    if ($type == 1) { say_(2, pack 'N', 3) }
                    elsif ($type == 3) { say_(102, pack 'N N/a*', $id, 'h') }
                    elsif ($type == 5) { say_(ANSWER) }
                    elsif ($type == 7 or $type == 8 or $type == 17) { say_(105, pack 'N N N N', $id, 1, 0, 10) }
                    elsif ($type == 16) { say_(104, pack 'N N N/a* N/a* N', $id, 1, '/', '/', 0) }
                    else { say_(101, pack 'N N N N', $id, 0, 0, 0) }
                }
                """.replace("ANSWER", answer));
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aServerThatNeverSaysThatItIsThereIsGivenUp() throws Exception {
        assertGivenUp("#!/bin/sh\nexec sleep 30\n");
    }

    private void assertGivenUp(String program) throws Exception {
        Path server = Files.writeString(folder.resolve("server"), program);
        Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (SshdFixture sshd = SshdFixture.start("Subsystem sftp " + server)) {
            Host host = sshd.host();
            JSch jsch = new JSch();
            jsch.addIdentity(sshd.folder().resolve("id_ed25519").toString());
            Session session = jsch.getSession(host.user(), host.name(), host.port());
            session.setConfig("StrictHostKeyChecking", "no");
            session.connect(10_000);
            try {
                Channels channels = new Channels(session, () -> session, Map.of(), false);
                SftpFiles files = new SftpFiles(channels, Duration.ofSeconds(1));
                IOException thrown =
                        assertThrows(IOException.class, () -> files.read("/file", OutputStream.nullOutputStream()));
                assertEquals("the host's SFTP gives nothing for 1 s", thrown.getMessage());
            } finally {
                session.disconnect();
            }
        }
    }
}
