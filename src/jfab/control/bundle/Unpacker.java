package jfab.control.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/** Unpacks the tar archives that hosts send; a host can place nothing outside the folder that was named for it. */
public final class Unpacker {
    /** The bits by which others than the owner can do anything with a file. */
    private static final int OTHERS = 077;

    /** What jfab writes there of a job. */
    private static final String RECORDS = ".jfab/";

    private Unpacker() {}

    /**
     * Unpacks files and folders of {@code archive} below {@code folder}, and symbolic links to what is there; others, devices and pipes
     * are left out, and so is what has a name that is not UTF-8: here it would get another one, perhaps that of another file.
     *
     * <p>The stream stays open behind the end of the archive, because whoever sends one may still pad it.
     *
     * @param asked the names in {@code folder} that the host was asked for
     * @param leftOut is told the name of what is left out
     * @throws IOException where it sends another
     */
    public static void unpack(InputStream archive, Path folder, Set<String> asked, Consumer<String> leftOut)
            throws IOException {
        ConfinedFolder root = new ConfinedFolder(Files.createDirectories(folder));
        ReceivedTar tar = new ReceivedTar(archive);
        for (TarArchiveEntry entry = tar.next(); entry != null; entry = tar.next()) {
            String name = ConfinedFolder.plain(tar.name());
            if (!asked.contains(name.split("/", 2)[0])) {
                throw new IOException("the host sends '" + name + "', which it was not asked for");
            }
            if (!TreeItem.isText(name)) {
                ConfinedFolder.refuseMoreThanFits(folder, name, entry.getSize());
                // What is passed over unread counts as headers, which are short.
                tar.content().transferTo(OutputStream.nullOutputStream());
                leftOut.accept(name);
            } else if ((entry.isLink() || entry.isSymbolicLink()) && !TreeItem.isText(tar.linkName())) {
                leftOut.accept(name);
            } else if (entry.isDirectory()) {
                root.directory(name);
            } else if (regular(entry)) {
                ConfinedFolder.refuseMoreThanFits(folder, name, entry.getSize());
                write(tar.content(), root.place(name), name.startsWith(RECORDS) || (entry.getMode() & OTHERS) == 0);
            } else if (entry.isLink()
                    && Files.isRegularFile(root.place(entry.getLinkName()), LinkOption.NOFOLLOW_LINKS)) {
                copy(root.place(entry.getLinkName()), root.place(name));
            } else if (entry.isSymbolicLink() && staysWithin(asked, name, entry.getLinkName())) {
                TreeReceiver.link(root.place(name), entry.getLinkName());
            } else {
                leftOut.accept(name);
            }
        }
    }

    /**
     * Whether the link {@code name} leads to something that was {@code asked} for. It may go up from where it is, and down from there,
     * once: what it goes up from later may be another link, and lead elsewhere.
     */
    private static boolean staysWithin(Set<String> asked, String name, String target) {
        Deque<String> path = new ArrayDeque<>(List.of(name.split("/", -1)));
        path.removeLast();
        boolean down = false;
        for (String part : target.split("/", -1)) {
            if (part.equals("..")) {
                if (down || path.pollLast() == null) {
                    return false;
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                path.add(part);
                down = true;
            }
        }
        return !target.startsWith("/") && !path.isEmpty() && asked.contains(path.getFirst());
    }

    /** What only its owner may read on the host is so here, from its first byte. */
    private static void write(InputStream content, Path file, boolean mine) throws IOException {
        if (!mine) {
            Files.copy(content, file);
            return;
        }
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream out = Files.newOutputStream(file)) {
            content.transferTo(out);
        }
    }

    /** A hard link, which is the second name of a file that has been sent. */
    static void copy(Path file, Path copy) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("the host sends " + copy + " as a second name of something that is no file");
        }
        Files.copy(file, copy, LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether it has content: of a device or a link, commons-compress says as well that it is a file. */
    static boolean regular(TarArchiveEntry entry) {
        return entry.isFile()
                && !entry.isSymbolicLink()
                && !entry.isLink()
                && !entry.isCharacterDevice()
                && !entry.isBlockDevice()
                && !entry.isFIFO();
    }
}
