package jfab.control.connection;

import java.util.List;
import java.util.function.UnaryOperator;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * A host's files as seen from the blocks that a task stands in at each call.
 *
 * @param there remote paths as seen from the directory that the task is in
 */
record SftpHere(Host host, Sftp files, UnaryOperator<String> there) implements Sftp {
    @Override
    public @Nullable Stat stat(String path) {
        return files.stat(there.apply(path));
    }

    @Override
    public List<String> listdir(String path) {
        return files.listdir(there.apply(path));
    }

    @Override
    public void mkdir(String path) {
        files.mkdir(there.apply(path));
    }

    @Override
    public void rmdir(String path) {
        files.rmdir(there.apply(path));
    }

    @Override
    public void remove(String path) {
        files.remove(there.apply(path));
    }

    @Override
    public void rename(String from, String to) {
        files.rename(there.apply(from), there.apply(to));
    }

    @Override
    public void chmod(String path, int mode) {
        try {
            TransferWords.mode(mode);
        } catch (IllegalArgumentException e) {
            throw new TransferException(host, path, String.valueOf(e.getMessage()), e);
        }
        files.chmod(there.apply(path), mode);
    }

    @Override
    public String readlink(String path) {
        return files.readlink(there.apply(path));
    }

    @Override
    public void symlink(String target, String path) {
        files.symlink(target, there.apply(path));
    }
}
