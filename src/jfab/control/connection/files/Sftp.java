package jfab.control.connection.files;

import java.time.Instant;
import java.util.List;
import jfab.control.connection.host.ConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Small operations on a host's files; contents are copied by {@code put} and {@code get}.
 *
 * <p>Relative paths begin where the {@code cd} around the call says, else at home, as does a tilde at their begin. All is
 * done as the user who logged in: there is no sudo here, and blocks such as {@code asUser} change nothing;
 * {@code c.sudo(['chmod', '640', path])} does such things as root.
 *
 * <p>Every method throws {@link TransferException}, with the host and the path, when the host does not do it, and
 * {@link ConnectionException} when the line breaks.
 */
public interface Sftp {
    /** What something is. */
    enum Kind {
        FILE,
        DIRECTORY,
        /** A device, a socket or a pipe. */
        OTHER
    }

    /** Something on the host; {@code mode} is its permission bits, {@code time} its last change. */
    record Stat(Kind kind, long size, int mode, Instant time) {
        public boolean isDirectory() {
            return kind == Kind.DIRECTORY;
        }

        public boolean isFile() {
            return kind == Kind.FILE;
        }
    }

    /** What is at {@code path}, links followed; null where there is nothing. */
    @Nullable
    Stat stat(String path);

    /** Whether there is something at {@code path}, links followed. */
    default boolean exists(String path) {
        return stat(path) != null;
    }

    /** The names of what is in a directory, sorted. */
    List<String> listdir(String path);

    /** Makes one directory, with mode 755. */
    void mkdir(String path);

    /** Removes an empty directory. */
    void rmdir(String path);

    /** Removes a file or a link. */
    void remove(String path);

    /** Renames a file or a directory; a file that has the name {@code to} is replaced. */
    void rename(String from, String to);

    /** Sets the permission bits: {@code chmod('app.conf', 0640)}. */
    void chmod(String path, int mode);

    /** Where a symbolic link points. */
    String readlink(String path);

    /** Makes a symbolic link at {@code path}; {@code target} is kept as it is written. */
    void symlink(String target, String path);
}
