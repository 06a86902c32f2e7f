package jfab.control.connection.files;

import java.io.OutputStream;
import java.nio.file.Path;
import jfab.control.connection.host.LocalFiles;

/**
 * Files that are to be copied from a host.
 *
 * @param remote a file, a directory, or, where there is nothing of that very name, a pattern
 * @param files those that other hosts bring at the same time
 */
public record Download(String remote, Destination to, TransferOptions options, LocalFiles files) {
    /** Files of a host that works alone. */
    public Download(String remote, Destination to, TransferOptions options) {
        this(remote, to, options, new LocalFiles());
    }

    /** The same files, found on the host at {@code source}, where whoever logs in may read them. */
    public Download from(String source) {
        return new Download(source, to, options.withoutSudo(), files);
    }

    /** Where a download goes. */
    public sealed interface Destination {
        String described();
    }

    /**
     * A place on this machine.
     *
     * @param folder that {@code path} is relative to
     * @param path a file, or a directory if there is one or the path ends with {@code /}; {@code {host}}, {@code {user}},
     *     {@code {port}}, {@code {dirname}} and {@code {basename}} stand for the host's and the remote path's
     */
    public record Place(Path folder, String path) implements Destination {
        @Override
        public String described() {
            return path;
        }
    }

    /** A stream that receives the content of one file, and stays open. */
    public record Stream(OutputStream out) implements Destination {
        @Override
        public String described() {
            return "a stream";
        }
    }
}
