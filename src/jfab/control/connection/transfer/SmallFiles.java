package jfab.control.connection.transfer;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.transfer.RemoteFiles.Entry;
import jfab.control.connection.transfer.RemoteFiles.Named;
import org.jspecify.annotations.Nullable;

/** A task's small operations on files, by whatever way the host serves its files. */
public final class SmallFiles implements Sftp {
    /** Work with a host that is about one path. */
    @FunctionalInterface
    public interface Work<T> {
        T run(HostSide side) throws IOException;
    }

    /** Does work so that it can be interrupted, and tells of failures with the host and the path. */
    @FunctionalInterface
    public interface Runner {
        <T> T run(String path, Work<T> work);
    }

    /** Work that has no value. */
    @FunctionalInterface
    private interface Change {
        void on(RemoteFiles files, String path) throws IOException;
    }

    private final Runner runner;

    public SmallFiles(Runner runner) {
        this.runner = runner;
    }

    private void change(String path, Change change) {
        runner.run(path, side -> {
            change.on(side.files(), RemotePath.fromHome(path));
            return path;
        });
    }

    @Override
    public @Nullable Stat stat(String path) {
        Optional<Entry> found =
                runner.run(path, side -> Optional.ofNullable(side.files().find(RemotePath.fromHome(path))));
        return found.map(SmallFiles::told).orElse(null);
    }

    private static Stat told(Entry entry) {
        Kind kind = switch (entry.kind()) {
            case FILE -> Kind.FILE;
            case DIRECTORY -> Kind.DIRECTORY;
            case LINK, OTHER -> Kind.OTHER;
        };
        return new Stat(kind, entry.size(), entry.mode(), Instant.ofEpochSecond(entry.time()));
    }

    @Override
    public List<String> listdir(String path) {
        return runner.run(
                path,
                side -> side.files().list(RemotePath.fromHome(path)).stream()
                        .map(Named::name)
                        .sorted()
                        .toList());
    }

    @Override
    public void mkdir(String path) {
        change(path, (files, name) -> files.mkdir(name, 0755));
    }

    @Override
    public void rmdir(String path) {
        change(path, RemoteFiles::rmdir);
    }

    @Override
    public void remove(String path) {
        change(path, RemoteFiles::remove);
    }

    @Override
    public void rename(String from, String to) {
        change(from, (files, name) -> files.rename(name, RemotePath.fromHome(to)));
    }

    @Override
    public void chmod(String path, int mode) {
        change(path, (files, name) -> files.chmod(name, mode));
    }

    @Override
    public String readlink(String path) {
        return runner.run(path, side -> side.files().target(RemotePath.fromHome(path)));
    }

    @Override
    public void symlink(String target, String path) {
        change(path, (files, name) -> files.link(name, target));
    }
}
