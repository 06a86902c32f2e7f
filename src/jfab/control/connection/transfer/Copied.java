package jfab.control.connection.transfer;

import java.time.Duration;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.host.Host;

/** How much was copied, and how many files were the same on both sides. */
public record Copied(String local, int files, long bytes, int unchanged) {
    /**
     * What the user is told of it.
     *
     * @param path on {@code host}
     * @param start when it began, by {@link System#nanoTime}
     */
    public TransferResult since(long start, Host host, String path) {
        return new TransferResult(
                host, path, local, files, bytes, unchanged, Duration.ofNanos(System.nanoTime() - start));
    }
}
