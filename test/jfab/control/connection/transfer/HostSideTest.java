package jfab.control.connection.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;

class HostSideTest {
    @Test
    void whereFilesGoThroughTheShellAnInterruptReachesItsCommandOnce() throws Exception {
        Host host = new Host("gpu01", null, 22);
        CountDownLatch runs = new CountDownLatch(1);
        PipedShell shell = new PipedShell((command, in, out) -> {
            runs.countDown();
            try {
                TimeUnit.SECONDS.sleep(30);
            } catch (InterruptedException e) {
                throw new ConnectionException(host, Reason.LOST, "interrupted", e);
            }
            throw new AssertionError("nobody interrupted it");
        });
        HostSide side = new HostSide(host, _ -> new ShellFiles(shell), shell, (of, stream, line) -> {});
        AtomicInteger interrupts = new AtomicInteger();
        Thread putting =
                new Thread(() -> {
                    try {
                        side.files().read("file", java.io.OutputStream.nullOutputStream());
                    } catch (IOException expected) {
                        // What it says is told by whoever interrupted it.
                    }
                }) {
                    @Override
                    public void interrupt() {
                        interrupts.incrementAndGet();
                        super.interrupt();
                    }
                };
        putting.start();
        assertTrue(runs.await(60, TimeUnit.SECONDS));
        side.interrupt();
        assertTrue(putting.join(Duration.ofSeconds(30)));
        assertEquals(1, interrupts.get());
    }
}
