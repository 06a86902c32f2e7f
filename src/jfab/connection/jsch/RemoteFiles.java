package jfab.connection.jsch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A host's files. Paths are absolute or relative to the home directory; every failure is a sentence in an IOException. */
interface RemoteFiles {
    /** A file or directory, links followed; {@code mode} is its permission bits. */
    record Entry(boolean directory, long size, int mode) {}

    /** What is at {@code path}; null for nothing. */
    @Nullable
    Entry find(String path) throws IOException;

    /** Makes a file that only its owner may read until all of {@code in} has arrived, and that then has {@code mode}. */
    void write(String path, InputStream in, int mode) throws IOException;

    void read(String path, OutputStream out) throws IOException;

    /** Renames a file, replacing one that has the name. */
    void rename(String from, String to) throws IOException;

    void remove(String path) throws IOException;

    /** Breaks off the reading or writing of another thread, and any later one; what tidies up after it still works. */
    void interrupt();
}
