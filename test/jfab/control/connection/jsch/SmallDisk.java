package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A disk of one megabyte, until it is closed.
 *
 * @param folder where it is mounted
 */
public record SmallDisk(Path folder) implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;
    private static final int PAUSE_MILLIS = 50;

    /** Mounts one at {@code folder}, which is made. */
    public static SmallDisk at(Path folder) throws IOException {
        Files.createDirectory(folder);
        assertEquals(
                0,
                run("mount", "-t", "tmpfs", "-o", "size=1m", "jfab", folder.toString()),
                "the small disk could not be mounted");
        return new SmallDisk(folder);
    }

    /** Unmounts it, as soon as the last process that works there, whose end the test has seen in a file, is gone. */
    @Override
    public void close() throws IOException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (run("umount", folder.toString()) != 0) {
            assertTrue(System.nanoTime() < until, "the small disk could not be unmounted");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
        }
    }

    private static int run(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
            throw new IOException(String.join(" ", command) + " does not end");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(String.join(" ", command) + " was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
