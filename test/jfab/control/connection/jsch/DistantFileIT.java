package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import jfab.control.connection.Connection;
import jfab.control.connection.Printed;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.faults.DistantPort;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.host.Host;
import jfab.tools.Await;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A large file to a real OpenSSH server that is far away: one channel alone would carry 2 MB per round trip. */
@Needs(Tool.SSHD)
class DistantFileIT {
    private static final Duration ONE_WAY = Duration.ofMillis(10);
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int SIZE = (40 << 20) + 12_345;
    private static final int LARGER = (96 << 20) + 12_345;

    @TempDir
    Path folder;

    private Path file;
    private Path there;
    private final AtomicReference<@Nullable DistantPort> distant = new AtomicReference<>();

    @BeforeEach
    void makeFile() throws IOException {
        makeFile(SIZE);
    }

    private void makeFile(int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        file = Files.write(folder.resolve("file"), bytes);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-02-02T02:02:02Z")));
        there = Files.createDirectories(folder.resolve("there"));
    }

    /** Work with a host that is far away. */
    private interface Work {
        void with(Connection connection) throws Exception;
    }

    /** @param first what the host's server of files does before it begins */
    private void far(String first, String option, Work work) throws Exception {
        Path server = folder.resolve("server");
        // A server that is asked to write says so once.
        Trees.script(server, first + "\nexec /usr/lib/openssh/sftp-server -e -l DEBUG3 2>'" + folder + "'/log-$$");
        try (SshdFixture sshd = SshdFixture.start("Subsystem sftp " + server, option);
                DistantPort port = new DistantPort(sshd.port(), ONE_WAY);
                JschConnector connector = new JschConnector(sshd.settings(new Printed())
                        .withOption("ServerAliveInterval", "1")
                        .withOption("ServerAliveCountMax", "4"));
                Connection connection = connector.open(new Host("127.0.0.1", null, port.port()))) {
            distant.set(port);
            work.with(connection);
        }
    }

    private DistantPort distant() {
        return Objects.requireNonNull(distant.get());
    }

    private long writers() throws IOException {
        long writers = 0;
        try (var logs = Files.newDirectoryStream(folder, "log-*")) {
            for (Path each : logs) {
                writers += Files.readString(each).contains(": write \"") ? 1 : 0;
            }
        }
        return writers;
    }

    private void assertThere() throws IOException {
        Path arrived = there.resolve("file");
        assertEquals(-1, Files.mismatch(file, arrived));
        assertEquals("rw-r-----", Trees.mode(arrived));
        assertEquals(Files.getLastModifiedTime(file), Files.getLastModifiedTime(arrived));
        assertAlone(1);
    }

    private void assertAlone(int files) throws IOException {
        try (var all = Files.list(there)) {
            assertEquals(files, all.count());
        }
    }

    @Test
    void itGoesOverSeveralChannels() throws Exception {
        far("", "", connection -> {
            connection.put(file, there + "/");
            assertThere();
            assertEquals(4, writers());
            // And again, in place of what is there.
            connection.put(file, there + "/");
            assertThere();
        });
    }

    @Test
    void aLargerOneGoesOverASecondSessionThatEndsWithIt() throws Exception {
        makeFile(LARGER);
        far("", "", connection -> {
            connection.put(file, there + "/");
            assertThere();
            assertEquals(8, writers());
            Await.until("the second session ends", () -> distant().connections() <= 1);
            connection.run("true");
        });
    }

    /** What happens to the second session while it writes. */
    private interface Accident {
        void to(DistantPort distant) throws IOException;
    }

    @Test
    void whereTheSecondSessionBreaksTheFirstIsEnough() throws Exception {
        withoutTheSecondSession(DistantPort::breakLast);
    }

    @Test
    void whereTheSecondSessionTakesNothingMoreTheFirstIsEnough() throws Exception {
        withoutTheSecondSession(DistantPort::stallLast);
    }

    private void withoutTheSecondSession(Accident accident) throws Exception {
        makeFile(LARGER);
        far("", "", connection -> {
            Thread breaking = Thread.ofVirtual().start(() -> {
                try {
                    Await.until("eight write", () -> writers() >= 8);
                    accident.to(distant());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            connection.put(file, there + "/");
            assertTrue(breaking.join(LIMIT), "the second session was not there");
            assertThere();
            assertEquals(9, writers());
            assertEquals("", connection.run("true").out());
        });
    }

    @Test
    void whereTheHostAllowsOneChannelItIsEnough() throws Exception {
        far("", "MaxSessions 1", connection -> {
            connection.put(file, there + "/");
            assertThere();
            assertEquals(1, writers());
        });
    }

    @Test
    void aFullDiskIsToldAndNothingIsLeft() throws Exception {
        far("trap '' XFSZ\nulimit -f 70000", "", connection -> {
            TransferException full = assertThrows(TransferException.class, () -> connection.put(file, there + "/"));
            assertTrue(
                    String.valueOf(full.getMessage()).endsWith("is the disk full, or read-only?"), full.getMessage());
            assertAlone(0);
            assertEquals("", connection.run("true").out());
        });
    }

    /** What the first of the host's servers of files does is as ever; {@code others} is done by those behind it. */
    private String firstOrElse(String others) {
        return "if ! mkdir '" + folder + "/first' 2>/dev/null; then " + others + "; fi";
    }

    @Test
    void whereFurtherChannelsStayMuteTheFirstIsEnough() throws Exception {
        far(firstOrElse("exec sleep 60"), "", connection -> {
            connection.put(file, there + "/");
            assertThere();
            assertEquals(1, writers());
        });
    }

    @Test
    void oneThatIsStuckIsLeftByWhoIsInterrupted() throws Exception {
        String stuck =
                "head -c 300000 | /usr/lib/openssh/sftp-server -e -l DEBUG3 2>'" + folder + "'/log-$$; exec sleep 60";
        far(firstOrElse(stuck), "", this::interrupt);
    }

    @Test
    void whoIsInterruptedLeavesNothing() throws Exception {
        far("", "", this::interrupt);
    }

    private void interrupt(Connection connection) throws Exception {
        AtomicReference<TransferException> thrown = new AtomicReference<>();
        Thread putting = Thread.ofVirtual()
                .start(() ->
                        thrown.set(assertThrows(TransferException.class, () -> connection.put(file, there + "/"))));
        Await.until("somebody writes", () -> writers() > 0);
        putting.interrupt();
        assertTrue(putting.join(LIMIT));
        assertTrue(
                String.valueOf(thrown.get().getMessage()).endsWith("interrupted"),
                thrown.get().getMessage());
        assertAlone(0);
    }
}
