package jfab.control.connection.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.control.connection.broadcast.Broadcasts;
import org.jspecify.annotations.Nullable;

/**
 * Files that are to be copied to a host.
 *
 * @param sources what is sent; more than one only into a directory
 * @param remote where to, relative to the home directory
 * @param broadcasts what hosts are sent that pass it on to each other; null where each is sent its own
 */
public record Upload(
        List<Source> sources,
        String remote,
        TransferOptions options,
        @Nullable Broadcasts broadcasts) {
    public Upload {
        sources = List.copyOf(sources);
    }

    /** Files that each host is sent by itself. */
    public Upload(List<Source> sources, String remote, TransferOptions options) {
        this(sources, remote, options, null);
    }

    /** The same, of which hosts that are sent it pass on what they get. */
    public Upload with(@Nullable Broadcasts shared) {
        return new Upload(sources, remote, options, shared);
    }

    /**
     * A local file, or a directory with all below it.
     *
     * @param path where it lies
     * @param name under which it arrives in a directory, with {@code /} between parts; empty for what is in a directory
     *     instead of the directory itself
     */
    public record Source(Path path, String name) {
        /** A file or directory under its own name. */
        public static Source of(Path path) {
            Path name = path.toAbsolutePath().normalize().getFileName();
            return new Source(path, name == null ? "" : name.toString());
        }

        /** What it is, for people; text, bytes, streams and filled templates lie in a file of another name only until they are sent. */
        public String described() {
            if (name.isEmpty()) {
                return Files.isRegularFile(path) ? "content" : path.toString();
            }
            return path.endsWith(name) ? path.toString() : name;
        }
    }

    /** What is sent, for people. */
    public String described() {
        return sources.size() == 1 ? sources.getFirst().described() : sources.size() + " files";
    }
}
