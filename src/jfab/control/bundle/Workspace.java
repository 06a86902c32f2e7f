package jfab.control.bundle;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * The files that a job needs on every host, by their paths in the job's directory.
 *
 * @param files path in the job's directory, with {@code /} between its parts, to the local file
 */
public record Workspace(Map<String, Path> files) {
    public Workspace {
        files = Map.copyOf(files);
    }

    public static Workspace empty() {
        return new Workspace(Map.of());
    }

    /** This workspace with {@code local}, a file or a folder with all below it, at {@code path}; of links, what they lead to. */
    public Workspace with(String path, Path local) {
        Map<String, Path> all = new TreeMap<>(files);
        try (Stream<Path> tree = Files.walk(local, FileVisitOption.FOLLOW_LINKS)) {
            tree.filter(Workspace::isFile).forEach(file -> {
                String below = local.relativize(file).toString();
                if (!TreeItem.isText(below)) {
                    throw new BundleException(file, "has a name that is not UTF-8; rename it");
                }
                all.put(below.isEmpty() ? path : path + "/" + below, file);
            });
        } catch (NoSuchFileException e) {
            throw new BundleException(local, "no such file or folder", e);
        } catch (IOException e) {
            throw new BundleException(local, "cannot be read: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new BundleException(local, "cannot be read: " + e.getMessage(), e);
        }
        return new Workspace(all);
    }

    private static boolean isFile(Path file) {
        if (Files.isSymbolicLink(file) && !Files.exists(file)) {
            throw new BundleException(
                    file, "is a link that leads to nothing", new NoSuchFileException(file.toString()));
        }
        return Files.isRegularFile(file);
    }

    /** Bytes of all files together. */
    public long size() {
        return files.values().stream().mapToLong(Workspace::sizeOf).sum();
    }

    /** Writes a tar archive with the files' contents, times and whether they may be executed, file by file. */
    public void write(OutputStream out) throws IOException {
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            for (Map.Entry<String, Path> file : new TreeMap<>(files).entrySet()) {
                // Not of the file itself, whose last access would be in it: the same bytes each time that they are
                // written.
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), true);
                entry.setSize(Files.size(file.getValue()));
                entry.setModTime(Files.getLastModifiedTime(file.getValue()));
                entry.setMode(Files.isExecutable(file.getValue()) ? 0755 : 0644);
                entry.setIds(0, 0);
                entry.setNames("", "");
                tar.putArchiveEntry(entry);
                Files.copy(file.getValue(), tar);
                tar.closeArchiveEntry();
            }
        }
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new BundleException(file, "cannot be read: " + e.getMessage(), e);
        }
    }
}
