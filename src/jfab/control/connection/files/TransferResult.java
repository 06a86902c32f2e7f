package jfab.control.connection.files;

import java.time.Duration;
import jfab.control.connection.host.Host;

/**
 * What a transfer did.
 *
 * @param remote path on the host, as the task gave it
 * @param local what was sent, or where it arrived
 * @param files how many files and links were carried
 * @param bytes their sizes together; of large files that {@code sync: true} found in another version, what was sent of them
 * @param unchanged how many files were left alone because both sides had the same, with {@code sync: true}
 */
public record TransferResult(
        Host host, String remote, String local, int files, long bytes, int unchanged, Duration took) {}
