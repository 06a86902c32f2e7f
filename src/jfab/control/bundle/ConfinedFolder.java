package jfab.control.bundle;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A folder that takes files by names that a host gives: none leads out of it, or through a link that lies in it.
 *
 * <p>Nobody but whoever receives may write to it meanwhile.
 */
public record ConfinedFolder(Path root) {
    /** Where the file {@code name} belongs; the directories above it are made. */
    public Path place(String name) throws IOException {
        Path up = root;
        List<String> parts = parts(name);
        for (String part : parts.subList(0, parts.size() - 1)) {
            up = made(below(up, part));
        }
        return below(up, parts.getLast());
    }

    /** Makes the directory {@code name} where it is missing. */
    public Path directory(String name) throws IOException {
        return made(place(name));
    }

    /**
     * Refuses {@code bytes} of {@code what} that are to come into {@code folder}, which is there; a disk that does not say what room it
     * has fails when it is full.
     *
     * @throws IOException where there is not so much room
     */
    public static void refuseMoreThanFits(Path folder, String what, long bytes) throws IOException {
        // Not of its FileStore, which looks for it among the mounts, and fails where they are not seen, as in a chroot.
        long room = folder.toFile().getUsableSpace();
        if (room > 0 && bytes > room) {
            throw new IOException(
                    "the host has " + bytes + " bytes of " + what + ", and " + folder + " has room for " + room);
        }
    }

    /** The one form of {@code name}, in which two names of a file are equal. */
    public static String plain(String name) throws IOException {
        return String.join("/", parts(name));
    }

    private static List<String> parts(String name) throws IOException {
        List<String> parts = Arrays.stream(name.split("/", -1))
                .filter(part -> !part.isEmpty() && !part.equals("."))
                .toList();
        if (parts.isEmpty() || name.startsWith("/") || parts.contains("..")) {
            throw new IOException("the host sends '" + name + "', which leads out of what it was asked for");
        }
        return parts;
    }

    private static Path below(Path folder, String part) throws IOException {
        try {
            return folder.resolve(part);
        } catch (InvalidPathException e) {
            throw new IOException("no file here can be named '" + part + "'", e);
        }
    }

    private static Path made(Path directory) throws IOException {
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(
                        directory + " is a link or a file, and what a host sends goes through neither", e);
            }
        }
        return directory;
    }
}
