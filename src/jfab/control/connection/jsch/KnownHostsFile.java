package jfab.control.connection.jsch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import jfab.UserFolders;
import org.jspecify.annotations.Nullable;

/**
 * One known_hosts file, read once and again when it changes, only ever appended to. Safe for many threads, and for many
 * processes that append under the file's lock as this does.
 */
final class KnownHostsFile {
    /** A file lock belongs to the whole JVM; its threads have to queue before it. */
    private static final ReentrantLock APPENDING = new ReentrantLock();

    /** What tells one state of the file from another. */
    private record Stamp(long size, FileTime modified) {
        /** Written out: a record's equals is put together when it is first called, which takes milliseconds of each start. */
        boolean is(@Nullable Stamp other) {
            return other != null && size == other.size && modified.equals(other.modified);
        }
    }

    private final Path file;
    private final Map<String, List<KnownKey>> byName = new HashMap<>();
    private final List<KnownKey> others = new ArrayList<>();
    /** What was asked for: a log-in asks several times, and each hashed line costs microseconds. */
    private final Map<String, List<KnownKey>> found = new HashMap<>();

    private @Nullable Stamp stamp;
    private int lines;

    KnownHostsFile(Path file) {
        this.file = file;
    }

    Path path() {
        return file;
    }

    /** The lines that name {@code name}, in lower case. Quick for plain names; hashed lines and patterns are tried one by one. */
    synchronized List<KnownKey> find(String name) throws IOException {
        refresh();
        return found.computeIfAbsent(
                name,
                _ -> Stream.concat(
                                byName.getOrDefault(name, List.of()).stream(),
                                others.stream().filter(key -> key.matches(name)))
                        .toList());
    }

    /** Runs {@code action} while no other process and no other thread appends. */
    <T> T locked(Locked<T> action) throws IOException {
        APPENDING.lock();
        try {
            prepare();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                try (FileLock lock = channel.lock()) {
                    assert lock.isValid();
                    return action.run(channel);
                }
            }
        } finally {
            APPENDING.unlock();
        }
    }

    /** Work under the lock, with the open file. */
    @FunctionalInterface
    interface Locked<T> {
        T run(FileChannel channel) throws IOException;
    }

    /** Adds a line, under the lock. */
    synchronized void append(FileChannel channel, String line) throws IOException {
        refresh();
        long size = channel.size();
        ByteBuffer last = ByteBuffer.allocate(1);
        boolean cut = size > 0 && channel.read(last, size - 1) == 1 && last.get(0) != '\n';
        ByteBuffer bytes = StandardCharsets.UTF_8.encode((cut ? "\n" : "") + line + "\n");
        try {
            for (long at = size; bytes.hasRemaining(); ) {
                at += channel.write(bytes, at);
            }
        } catch (IOException e) {
            // On a full disk, half a key would be taken for another one.
            channel.truncate(size);
            throw e;
        }
        index(line);
        stamp = stamp();
    }

    private void prepare() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.exists(folder)) {
            UserFolders.make(folder);
        }
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            FileChannel.open(
                            file,
                            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
                    .close();
        }
    }

    private void refresh() throws IOException {
        Stamp now = stamp();
        if (now != null && now.is(stamp)) {
            return;
        }
        byName.clear();
        others.clear();
        found.clear();
        lines = 0;
        if (now != null) {
            Files.readString(file, StandardCharsets.ISO_8859_1).lines().forEach(this::index);
        }
        stamp = now;
    }

    private void index(String line) {
        found.clear();
        KnownKey key = KnownKey.parse(file, ++lines, line);
        if (key == null) {
            return;
        }
        if (key.plainNames().isEmpty()) {
            others.add(key);
        }
        key.plainNames()
                .forEach(name ->
                        byName.computeIfAbsent(name, _ -> new ArrayList<>()).add(key));
    }

    private @Nullable Stamp stamp() throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(attributes.size(), attributes.lastModifiedTime());
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
