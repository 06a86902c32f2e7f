package jfab.control.connection.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/**
 * The folder {@code .jfab/tmp} of a user's home, for what jfab keeps while it runs: no other user can write there, or prepare
 * what lies there. What a run that was killed has left there goes a day later.
 */
public final class PrivateFolder {
    private static final Duration KEPT = Duration.ofDays(1);

    private PrivateFolder() {}

    /**
     * That of {@code home}, made where it is missing.
     *
     * @throws IOException where it belongs to somebody else
     */
    public static Path of(Path home) throws IOException {
        Path folder = made(home.resolve(".jfab")).resolve("tmp");
        if (Files.isSymbolicLink(folder)) {
            throw new IOException(folder + " is a link; remove it");
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(made(folder))) {
            FileTime old = FileTime.from(Instant.now().minus(KEPT));
            for (Path file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                                        .compareTo(old)
                                < 0) {
                    Files.deleteIfExists(file);
                }
            }
        }
        return folder;
    }

    private static Path made(Path folder) throws IOException {
        try {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            PosixFileAttributes found = Files.readAttributes(folder, PosixFileAttributes.class);
            if (!found.isDirectory() || !found.owner().equals(Files.getOwner(Path.of("/proc/self")))) {
                throw new IOException(
                        folder + " is no folder of yours; jfab keeps there what nobody else may write", e);
            }
            Set<PosixFilePermission> mine = EnumSet.copyOf(found.permissions());
            if (mine.removeAll(Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE))) {
                Files.setPosixFilePermissions(folder, mine);
            }
        }
        return folder;
    }
}
