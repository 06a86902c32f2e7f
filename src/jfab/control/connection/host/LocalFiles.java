package jfab.control.connection.host;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Which host's content each file of this machine holds, among hosts that work at the same time: without it, the one that comes last
 * would replace what the others brought. Safe for threads.
 */
public final class LocalFiles {
    /** What to say where {@link #isDevice} is true. */
    public static final String DEVICE = "is a device, a pipe or a socket; nothing is put in its place";

    private final Map<Path, Host> owners = new ConcurrentHashMap<>();

    /**
     * Says that {@code host} is about to write {@code file}, which it may do again.
     *
     * @throws IOException when it is another host's
     */
    public void claim(Path file, Host host) throws IOException {
        Host owner = keep(file, host);
        if (!owner.equals(host)) {
            throw new IOException(
                    "%s is %s's: hosts that run together must not write the same file; put {host} into its name, as in %s"
                            .formatted(file, owner, "'{host}/" + file.getFileName() + "'"));
        }
    }

    /** Says that {@code file} holds what {@code host} has, and returns the host whose it is. */
    public Host keep(Path file, Host host) throws IOException {
        Host owner = owners.putIfAbsent(place(file), host);
        return owner == null ? host : owner;
    }

    /**
     * Whether {@code file} is a device, a pipe or a socket, or a link to one. A file that is moved there would be in its place, where a
     * program that writes into it means what is behind it.
     */
    public static boolean isDevice(Path file) throws IOException {
        if (Files.isSymbolicLink(file) && Files.readSymbolicLink(file).startsWith("/proc")) {
            // Such as /dev/stdout, which is a file where the output goes to one.
            return true;
        }
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /** Writes what a file is to hold. */
    @FunctionalInterface
    public interface Content {
        void to(OutputStream out) throws IOException;
    }

    /**
     * Puts {@code content} in the place of {@code file}, whole or not at all. Nobody who may write into its folder can know the name under which it
     * is written, or have prepared it; a link in its place is replaced.
     */
    public static void replace(Path file, Content content) throws IOException {
        Path aside = file.resolveSibling("." + UUID.randomUUID() + ".part");
        try {
            try (OutputStream out =
                    Files.newOutputStream(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                content.to(out);
            }
            Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(aside);
        }
    }

    /** Removes a folder, where there is one, with all that is in it. */
    public static void remove(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Two ways to one folder are one. */
    private static Path place(Path file) throws IOException {
        Path path = file.toAbsolutePath().normalize();
        Path folder = path.resolveSibling("");
        return Files.isDirectory(folder) ? folder.toRealPath().resolve(path.getFileName()) : path;
    }
}
