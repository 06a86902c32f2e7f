package jfab.control.connection.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A host's files. Paths are absolute or relative to the home directory; every failure is a sentence in an IOException. */
public interface RemoteFiles {
    /** What something is. */
    enum Kind {
        FILE,
        DIRECTORY,
        LINK,
        /** A device, a socket or a pipe, which is not copied. */
        OTHER
    }

    /** A file; {@code mode} is its permission bits, {@code time} its last change in seconds since 1970. */
    record Entry(Kind kind, long size, int mode, long time) {
        public boolean directory() {
            return kind == Kind.DIRECTORY;
        }
    }

    /** What a file is to have when all of it has arrived; {@code time} is null for the time of its arrival. */
    record Attributes(int mode, @Nullable Long time) {}

    /** What is at {@code path}, links followed; null for nothing. */
    @Nullable
    Entry find(String path) throws IOException;

    /** The names in a directory, without those for itself and the one above; links are not followed. */
    List<Named> list(String path) throws IOException;

    /** A file by its name in a directory, or by its path below one. */
    record Named(String name, Entry entry) {}

    /**
     * What a host tells of one directory.
     *
     * @throws IOException where it gives a path for a name
     */
    static List<Named> names(List<Named> told) throws IOException {
        for (Named each : told) {
            if (each.name().isEmpty() || each.name().equals("..") || each.name().contains("/")) {
                throw new IOException("the host sends '" + each.name() + "' for the name of a file");
            }
        }
        return told;
    }

    /**
     * Makes a file that only its owner may read until all of {@code file} has arrived, and that then has {@code last}; {@code path} is a name
     * that nothing has.
     *
     * @return how many bytes it has
     */
    long write(String path, FileParts file, Attributes last) throws IOException;

    void read(String path, OutputStream out) throws IOException;

    /** Makes one directory. */
    void mkdir(String path, int mode) throws IOException;

    /** Removes an empty directory. */
    void rmdir(String path) throws IOException;

    /** Sets the permission bits. */
    void chmod(String path, int mode) throws IOException;

    /** Sets the time of a directory's last change, in seconds since 1970. */
    void touch(String path, long time) throws IOException;

    /** Where a symbolic link points. */
    String target(String path) throws IOException;

    void link(String path, String target) throws IOException;

    /** Renames a file, replacing one that has the name. */
    void rename(String from, String to) throws IOException;

    void remove(String path) throws IOException;

    /** Breaks off the reading or writing of another thread, and any later one; what tidies up after it still works. */
    void interrupt();
}
