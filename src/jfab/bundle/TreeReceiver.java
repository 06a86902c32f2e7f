package jfab.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Unpacks the tree that a host sends into an empty folder.
 *
 * <ul>
 *   <li>Nothing is placed outside the folder: links are made last, when nothing can be written through them any more.
 *   <li>Files are private until they are whole, and set-id bits do not travel.
 *   <li>Devices, sockets and pipes are left out.
 * </ul>
 */
public final class TreeReceiver {
    private final Path root;
    private final Keep keep;
    private final LongConsumer progress;
    private final List<TarArchiveEntry> links = new ArrayList<>();
    private final List<TarArchiveEntry> directories = new ArrayList<>();
    private final Map<Path, Long> sizes = new HashMap<>();

    /** What is kept of modes and times. */
    public record Keep(IntUnaryOperator file, IntUnaryOperator directory, boolean time) {}

    /** A receiver into {@code folder} that tells {@code progress} of each number of bytes of content. */
    public TreeReceiver(Path folder, Keep keep, LongConsumer progress) {
        this.root = folder.toAbsolutePath().normalize();
        this.keep = keep;
        this.progress = progress;
    }

    /** Unpacks {@code archive}, which stays open behind its end. Returns the files' sizes by their paths below the folder. */
    public Map<Path, Long> receive(InputStream archive) throws IOException {
        TarArchiveInputStream tar = new TarArchiveInputStream(archive, "UTF-8");
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            Path path = place(entry);
            if (entry.isDirectory()) {
                Files.createDirectories(path);
                directories.add(entry);
            } else if (entry.isSymbolicLink()) {
                links.add(entry);
            } else if (entry.isLink()) {
                Files.createDirectories(path.resolveSibling(""));
                Files.copy(root.resolve(entry.getLinkName()).normalize(), path);
                finish(path, entry);
            } else if (entry.isFile()) {
                Files.createDirectories(path.resolveSibling(""));
                write(tar, path);
                finish(path, entry);
            }
        }
        for (TarArchiveEntry link : links) {
            Path path = place(link);
            Files.createDirectories(path.resolveSibling(""));
            Files.createSymbolicLink(path, Path.of(link.getLinkName()));
            sizes.put(root.relativize(path), 0L);
        }
        for (TarArchiveEntry directory : directories.reversed()) {
            attributes(place(directory), directory, keep.directory());
        }
        return sizes;
    }

    private Path place(TarArchiveEntry entry) throws IOException {
        try {
            Path path = entry.resolveIn(root);
            if (entry.isLink() && !root.resolve(entry.getLinkName()).normalize().startsWith(root)) {
                throw new IOException(entry.getName() + " is a link to outside of the tree");
            }
            return path;
        } catch (InvalidPathException e) {
            throw new IOException("no file here can be named '" + entry.getName() + "'", e);
        }
    }

    private void write(InputStream content, Path path) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (OutputStream out = Channels.newOutputStream(Files.newByteChannel(
                path,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))))) {
            for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
                out.write(buffer, 0, count);
                progress.accept(count);
            }
        }
    }

    private void finish(Path path, TarArchiveEntry entry) throws IOException {
        sizes.put(root.relativize(path), Files.size(path));
        attributes(path, entry, keep.file());
    }

    private void attributes(Path path, TarArchiveEntry entry, IntUnaryOperator mode) throws IOException {
        Files.setPosixFilePermissions(path, permissions(mode.applyAsInt(entry.getMode())));
        if (keep.time()) {
            Files.setLastModifiedTime(path, entry.getLastModifiedTime());
        }
    }

    /** The permissions that {@code mode} grants; set-id bits are not among them. */
    public static Set<PosixFilePermission> permissions(int mode) {
        StringBuilder text = new StringBuilder();
        for (int bit = 8; bit >= 0; bit--) {
            text.append((mode & (1 << bit)) == 0 ? '-' : "xwr".charAt(bit % 3));
        }
        return PosixFilePermissions.fromString(text.toString());
    }
}
