package jfab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/** Where jfab keeps things of the user's, as the XDG base directory specification has it. */
public final class UserFolders {
    private UserFolders() {}

    /** What can be made again: {@code $XDG_CACHE_HOME/jfab}, or {@code ~/.cache/jfab}. */
    public static Path cache() {
        return of("XDG_CACHE_HOME", ".cache");
    }

    /** What was installed: {@code $XDG_DATA_HOME/jfab}, or {@code ~/.local/share/jfab}. */
    public static Path data() {
        return of("XDG_DATA_HOME", ".local/share");
    }

    /** Whether nobody else can put anything into {@code folder}, which is below one of these; it is made so where it is missing. */
    public static boolean closed(Path folder) throws IOException {
        make(folder);
        return own(folder) && own(folder.resolveSibling(""));
    }

    /** Makes {@code folder} and those above it where they are missing, for this user alone. */
    public static void make(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Writes what a file is to hold into the file that is given. */
    @FunctionalInterface
    public interface Content {
        void into(Path file) throws IOException;
    }

    /** Puts {@code content} in the place of {@code file}, whole or not at all, and readable for this user alone from its first byte. */
    public static void replace(Path file, Content content) throws IOException {
        Path part = Files.createTempFile(file.resolveSibling(""), ".", ".part");
        try {
            content.into(part);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** A path of this machine as users write it: below {@code home} where it begins with {@code ~}, else below {@code folder}. */
    public static Path resolve(String path, Path home, Path folder) {
        return path.equals("~") || path.startsWith("~/")
                ? home.resolve(path.substring(Math.min(2, path.length())))
                : folder.resolve(path);
    }

    private static boolean own(Path folder) throws IOException {
        PosixFileAttributes found = Files.readAttributes(folder, PosixFileAttributes.class);
        return found.owner().equals(Files.getOwner(Path.of("/proc/self")))
                && !found.permissions().contains(PosixFilePermission.OTHERS_WRITE)
                && !found.permissions().contains(PosixFilePermission.GROUP_WRITE);
    }

    private static Path of(String variable, String otherwise) {
        String named = System.getenv(variable);
        Path parent =
                named == null || named.isBlank() ? Path.of(System.getProperty("user.home"), otherwise) : Path.of(named);
        return parent.resolve("jfab");
    }
}
