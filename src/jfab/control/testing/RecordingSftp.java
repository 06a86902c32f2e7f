package jfab.control.testing;

import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.List;
import jfab.control.connection.files.Sftp;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** The files of a host of a test: those that {@link RecordingConnector#file} gave it, which no change changes. */
record RecordingSftp(Host host, RecordingConnector hosts) implements Sftp {
    private void record(String operation, String... arguments) {
        hosts.record(new Recorded.Files(host, operation, List.of(arguments)));
    }

    @Override
    public @Nullable Stat stat(String path) {
        record("stat", path);
        return hosts.file(path)
                .map(content -> new Stat(Kind.FILE, content.length, 0644, Instant.EPOCH))
                .orElseGet(() -> hosts.names(path).isEmpty() ? null : new Stat(Kind.DIRECTORY, 0, 0755, Instant.EPOCH));
    }

    @Override
    public List<String> listdir(String path) {
        record("listdir", path);
        List<String> names = hosts.names(path);
        if (names.isEmpty()) {
            throw missing(path, "no such directory; give it a file with file('" + path + "/x', '...')");
        }
        return names;
    }

    @Override
    public void mkdir(String path) {
        record("mkdir", path);
    }

    @Override
    public void rmdir(String path) {
        record("rmdir", path);
    }

    @Override
    public void remove(String path) {
        record("remove", path);
    }

    @Override
    public void rename(String from, String to) {
        record("rename", from, to);
    }

    @Override
    public void chmod(String path, int mode) {
        record("chmod", path, Integer.toOctalString(mode));
    }

    /** There are no links on a host of a test. */
    @Override
    public String readlink(String path) {
        record("readlink", path);
        throw missing(path, "no such link; a host of a test has none");
    }

    private TransferException missing(String path, String problem) {
        return new TransferException(host, path, problem, new NoSuchFileException(path));
    }

    @Override
    public void symlink(String target, String path) {
        record("symlink", target, path);
    }
}
