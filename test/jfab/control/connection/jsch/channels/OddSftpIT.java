package jfab.control.connection.jsch.channels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A real OpenSSH server whose server of files is not OpenSSH's: it gives nothing, or not what was asked for. */
@Needs(Tool.SSHD)
class OddSftpIT {
    private static final String SILENT = "the host's SFTP gives nothing for 1 s";
    private static final String OTHER = "the host's server of files says what is not SFTP";

    /** Answers of 31 kB to what asks for so much, the first two the other way round. */
    private static final String REVERSED = """
            103, pack('N N', $id, 127 << 8) . (chr(65 + (unpack 'x4 N/a* N N', $rest)[2] / (127 << 8)) x (127 << 8))""";

    /** Bytes of a file that is large enough to ask the host about. */
    private static final int LARGE = 9 << 20;

    @TempDir
    Path folder;

    /** To a request to read, that program says {@code answer}: nothing, DATA without a byte, what was not asked for, more than that, less than it says. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|" + SILENT,
                "103, pack('N N', $id, 0)|" + OTHER,
                "103, pack('N N/a*', $id + 7, 'x')|" + OTHER,
                "103, pack('N N/a*', 0, 'x')|" + OTHER,
                "103, pack('N N/a*', $id, 'x' x 40000)|" + OTHER,
                "103, pack('N N', $id, 10)|" + OTHER,
                "103, pack('N N', $id, -1)|" + OTHER,
                "105, pack('N', $id)|" + OTHER,
                "103, 'x' x 300000|" + OTHER
            })
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aFileThatNeverComesIsGivenUp(String answer, String message) throws Exception {
        assertGivenUp(server(10, "say_(" + answer + ")"), message);
    }

    /** Fewer bytes than were asked for are not the end of a file. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aFileMayComeInSmallPieces() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String piece = "say_(103, pack('N N/a*', $id, chr(65 + (unpack 'x4 N/a* N N', $rest)[2] % 26)))";
        with(server(52, piece), files -> files.read("/file", out));
        assertEquals("ABCDEFGHIJKLMNOPQRSTUVWXYZ".repeat(2), out.toString(StandardCharsets.US_ASCII));
    }

    /** Such a list would go on for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "0xfffffff0"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aListWithoutNamesIsGivenUp(String count) throws Exception {
        String program = server(10, "")
                .replace(
                        "$type == 16)",
                        "$type == 12) { say_(104, pack 'N N', $id, " + count + ") }\n    elsif ($type == 16)")
                .replace("$type == 3)", "$type == 3 or $type == 11)");
        with(
                program,
                files -> assertEquals(
                        OTHER,
                        assertThrows(IOException.class, () -> files.list("/")).getMessage()));
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void answersMayComeInAnotherOrder() throws Exception {
        int part = 127 << 8;
        String read = "my $answer = [" + REVERSED + "]; "
                + "if (!defined $first) { $first = $answer }"
                + " elsif ($first) { say_(@$answer); say_(@$first); $first = 0 }"
                + " else { say_(@$answer) }";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        with(server(4 * part, read), files -> files.read("/file", out));
        assertEquals(
                "A".repeat(part) + "B".repeat(part) + "C".repeat(part) + "D".repeat(part),
                out.toString(StandardCharsets.US_ASCII));
    }

    /** Of a large file of a host that is near, as much is asked for at a time as it says that it gives; where it says nothing of use, little. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "201, pack('N Q> Q> Q> Q>', $id, 262144, 261120, 261120, 99)|261120",
                "201, pack('N Q> Q> Q> Q>', $id, 262144, 65536, 261120, 99)|65536",
                "201, pack('N Q> Q> Q> Q>', $id, 1 << 40, 1 << 40, 1 << 40, 99)|261120",
                "201, pack('N Q> Q> Q> Q>', $id, 0, 0, 0, 0)|32512",
                "101, pack('N N N N', $id, 8, 0, 0)|32512"
            })
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aServerIsAskedForAsMuchAsItGives(String limits, int part) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        with(withLimits(limits), files -> {
            findOften(files);
            files.read("/file", out);
        });
        assertEquals("x".repeat(LARGE), out.toString(StandardCharsets.US_ASCII));
        assertEquals(
                part,
                Files.readAllLines(folder.resolve("asked")).stream()
                        .mapToInt(Integer::parseInt)
                        .max()
                        .orElseThrow());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void limitsThatEndEarlyAreNotSftp() throws Exception {
        with(withLimits("201, pack('N', $id)"), files -> {
            findOften(files);
            IOException thrown =
                    assertThrows(IOException.class, () -> files.read("/file", OutputStream.nullOutputStream()));
            assertEquals(OTHER, thrown.getMessage());
        });
    }

    /** So that it counts as near, also on a machine that is busy. */
    private static void findOften(SftpFiles files) throws IOException {
        for (int i = 0; i < 50; i++) {
            files.find("/file");
        }
    }

    private String withLimits(String answer) {
        String read = "my (undef, undef, $at, $length) = unpack 'x4 N/a* N N N', $rest; my $left = " + LARGE + " - $at;"
                + " open my $log, '>>', '" + folder.resolve("asked") + "'; print $log \"$length\\n\"; close $log;"
                + " say_(103, pack('N N/a*', $id, 'x' x ($length < $left ? $length : $left)))";
        return server(LARGE, read)
                .replace("say_(2, pack 'N', 3)", "say_(2, pack 'N N/a* N/a*', 3, 'limits@openssh.com', '1')")
                .replace(
                        "elsif ($type == 16)",
                        "elsif ($type == 200) { say_(" + answer + ") }\n    elsif ($type == 16)");
    }

    private static String server(int size, String read) {
        return """
                #!/usr/bin/perl
                binmode STDIN; binmode STDOUT; $| = 1;
                my $first;
                sub say_ { my ($type, $text) = @_; defined $text and print pack('N C', 1 + length $text, $type) . $text }
                while (read STDIN, my $head, 5) {
                    my ($length, $type) = unpack 'N C', $head;
                    read STDIN, my $rest, $length - 1;
                    my $id = unpack 'N', $rest;
                    if ($type == 1) { say_(2, pack 'N', 3) }
                    elsif ($type == 3) { say_(102, pack 'N N/a*', $id, 'h') }
                    elsif ($type == 5) { READ }
                    elsif ($type == 7 or $type == 8 or $type == 17) { say_(105, pack 'N N N N', $id, 1, 0, SIZE) }
                    elsif ($type == 16) { say_(104, pack 'N N N/a* N/a* N', $id, 1, '/', '/', 0) }
                    else { say_(101, pack 'N N N N', $id, 0, 0, 0) }
                }
                """.replace("READ", read).replace("SIZE", Integer.toString(size));
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aServerThatNeverSaysThatItIsThereIsGivenUp() throws Exception {
        assertGivenUp("#!/bin/sh\nexec sleep 30\n", SILENT);
    }

    private void assertGivenUp(String program, String message) throws Exception {
        with(program, files -> {
            IOException thrown =
                    assertThrows(IOException.class, () -> files.read("/file", OutputStream.nullOutputStream()));
            assertEquals(message, thrown.getMessage());
        });
    }

    private interface Work {
        void with(SftpFiles files) throws IOException;
    }

    private void with(String program, Work work) throws Exception {
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
                work.with(new SftpFiles(new Channels(session, () -> session, Map.of(), false), Duration.ofSeconds(1)));
            } finally {
                session.disconnect();
            }
        }
    }
}
