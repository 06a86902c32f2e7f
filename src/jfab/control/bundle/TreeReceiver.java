package jfab.control.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/**
 * Unpacks the tree that a host sends into an empty folder.
 *
 * <ul>
 *   <li>Nothing is placed outside the folder: no entry lies below a link, and links are made last.
 *   <li>Nothing arrives that was not asked for.
 *   <li>Files are private until they are whole, and set-id bits do not travel.
 *   <li>Devices, sockets and pipes are left out.
 * </ul>
 */
public final class TreeReceiver {
    private final ConfinedFolder root;
    private final Set<String> asked;
    private final Keep keep;
    private final Arrivals arrivals;
    private final Set<String> received = new HashSet<>();
    private final Map<String, TarArchiveEntry> links = new LinkedHashMap<>();
    private final Map<String, TarArchiveEntry> directories = new LinkedHashMap<>();

    /** What is kept of modes and times. */
    public record Keep(IntUnaryOperator file, IntUnaryOperator directory, boolean time) {}

    /**
     * A receiver into {@code folder}.
     *
     * @param asked the names that the host was asked for
     * @param arrivals is told of each number of bytes of content
     */
    public TreeReceiver(Path folder, Set<String> asked, Keep keep, Arrivals arrivals) {
        this.root = new ConfinedFolder(folder);
        this.asked = asked;
        this.keep = keep;
        this.arrivals = arrivals;
    }

    /** Unpacks {@code archive}, which stays open behind its end. */
    public void receive(InputStream archive) throws IOException {
        ReceivedTar tar = new ReceivedTar(archive);
        for (TarArchiveEntry entry = tar.next(); entry != null; entry = tar.next()) {
            String name = asked(entry.getName());
            if (!received.add(name)) {
                throw new IOException("the host sends '" + name + "' twice");
            }
            if (entry.isDirectory()) {
                root.directory(name);
                directories.put(name, entry);
            } else if (entry.isSymbolicLink()) {
                links.put(name, entry);
            } else if (entry.isLink()) {
                Path path = root.place(name);
                Unpacker.copy(root.place(asked(entry.getLinkName())), path);
                attributes(path, entry, keep.file());
            } else if (Unpacker.regular(entry)) {
                Path path = root.place(name);
                write(tar.content(), path);
                attributes(path, entry, keep.file());
            }
        }
        for (Map.Entry<String, TarArchiveEntry> link : links.entrySet()) {
            Path path = root.place(link.getKey());
            link(path, link.getValue().getLinkName());
            if (keep.time()) {
                linkTime(path, link.getValue().getLastModifiedTime());
            }
        }
        for (Map.Entry<String, TarArchiveEntry> directory :
                List.copyOf(directories.entrySet()).reversed()) {
            attributes(root.directory(directory.getKey()), directory.getValue(), keep.directory());
        }
    }

    private String asked(String name) throws IOException {
        String plain = ConfinedFolder.plain(name);
        if (!asked.contains(plain)) {
            throw new IOException("the host sends '" + name + "', which it was not asked for");
        }
        return plain;
    }

    /** Makes a symbolic link with a host's text in it. */
    public static void link(Path path, String target) throws IOException {
        try {
            Files.createSymbolicLink(path, Path.of(target));
        } catch (InvalidPathException e) {
            throw new IOException("no link here can point to '" + target + "'", e);
        }
    }

    /** Gives the link itself the time of the host's, by which both are told to be the same later; not every file system keeps it. */
    public static void linkTime(Path link, FileTime time) {
        try {
            Files.getFileAttributeView(link, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setTimes(time, null, null);
        } catch (IOException e) {
            // Then it is fetched again.
            return;
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
                arrivals.add(count);
            }
        }
    }

    private void attributes(Path path, TarArchiveEntry entry, IntUnaryOperator mode) throws IOException {
        Files.setPosixFilePermissions(path, permissions(mode.applyAsInt(entry.getMode())));
        if (keep.time()) {
            Files.setLastModifiedTime(path, entry.getLastModifiedTime());
        }
    }

    /**
     * The permissions that {@code mode} grants; set-id bits are not among them, nor the sticky one, without which others may not write
     * either.
     */
    public static Set<PosixFilePermission> permissions(int mode) {
        int granted = (mode & 01000) == 0 ? mode : mode & ~0022;
        StringBuilder text = new StringBuilder();
        for (int bit = 8; bit >= 0; bit--) {
            text.append((granted & (1 << bit)) == 0 ? '-' : "xwr".charAt(bit % 3));
        }
        return PosixFilePermissions.fromString(text.toString());
    }
}
