package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import jfab.control.connection.Connection;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;
import jfab.control.connection.local.Capture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More output than is taken, and listeners that are slower than the host. */
@Needs(Tool.SSHD)
@Timeout(60)
class FloodIT {
    private static SshdFixture sshd;

    @BeforeAll
    static void start() throws Exception {
        sshd = SshdFixture.start();
    }

    @AfterAll
    static void stop() throws Exception {
        sshd.close();
    }

    /** Takes one line for each permit and counts them. */
    private static final class Slow implements OutputListener {
        private final Semaphore permits = new Semaphore(0);
        private final CountDownLatch began = new CountDownLatch(1);
        private final AtomicLong lines = new AtomicLong();

        @Override
        public void line(Host host, Stream stream, String line) {
            began.countDown();
            permits.acquireUninterruptibly();
            lines.incrementAndGet();
        }

        @Override
        public void notice(Host host, String text) {}
    }

    @Test
    void aListenerThatIsSlowGetsEveryLine() throws Exception {
        Slow slow = new Slow();
        try (JschConnector connector = new JschConnector(sshd.settings(slow));
                Connection connection = connector.open(sshd.host())) {
            Thread running = Thread.ofVirtual().start(() -> connection.run("seq 1000000"));
            assertTrue(slow.began.await(60, TimeUnit.SECONDS));
            // By now the host has sent what it may and waits, as does the session's reader.
            assertFalse(running.join(Duration.ofMillis(300)));
            slow.permits.release(1_000_000);
            assertTrue(running.join(Duration.ofSeconds(30)));
            assertEquals(1_000_000, slow.lines.get());
        }
    }

    @Test
    void whatFloodsIsStoppedByItsTimeLimitAndByAnInterrupt() throws Exception {
        Slow slow = new Slow();
        try (JschConnector connector = new JschConnector(sshd.settings(slow));
                Connection connection = connector.open(sshd.host())) {
            Command endless = Command.shell("yes").hide().within(Duration.ofMillis(700));
            CommandException late = assertThrows(CommandException.class, () -> connection.run(endless));
            assertTrue(late.getMessage().endsWith("and was stopped"), late.getMessage());
            assertTrue(late.result().truncated() || late.result().out().length() > 1_000_000);

            Thread running = Thread.ofVirtual()
                    .start(() -> assertThrows(CommandException.class, () -> connection.run("exec yes")));
            assertTrue(slow.began.await(60, TimeUnit.SECONDS));
            running.interrupt();
            slow.permits.release(Integer.MAX_VALUE / 2);
            assertTrue(running.join(Duration.ofSeconds(20)));
            assertEquals("usable\n", connection.run("echo usable").out());
        }
    }

    @Test
    void ofTooMuchOutputTheEndIsKept() throws Exception {
        long limit = Capture.LIMIT;
        List<String> notices = new ArrayList<>();
        OutputListener listener = new OutputListener() {
            @Override
            public void line(Host host, Stream stream, String line) {}

            @Override
            public void notice(Host host, String text) {
                notices.add(text);
            }
        };
        try (JschConnector connector = new JschConnector(sshd.settings(listener));
                Connection connection = connector.open(sshd.host())) {
            var result = connection.run(Command.shell("head -c " + (limit + 1000) + " /dev/zero | tr '\\0' x; echo end")
                    .hide());
            assertEquals(List.of(1004L, true), List.of(result.omitted(), result.truncated()));
            assertTrue(result.out().endsWith("xend\n"));
            assertEquals(limit, result.out().length());
            assertTrue(
                    notices.getLast()
                            .endsWith("printed more than a result keeps: its first 1004 bytes are not in there"),
                    notices::toString);
        }
    }
}
