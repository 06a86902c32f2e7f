package jfab.control.connection.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who can change a file whose content jfab executes: it counts as the user's where only they and root can write it and its folder.
 * Under sudo, the one who called sudo counts as well.
 */
public final class Ownership {
    private static final int STICKY = 01000;
    private static final int GROUP_WRITE = 020;
    private static final int OTHERS_WRITE = 02;

    private Ownership() {}

    /** Why somebody else can change {@code file}, or put another one in its place; empty where nobody can. */
    public static Optional<String> doubt(Path file) {
        try {
            Set<Integer> trusted = trusted();
            // Who may write where a link lies chooses what it leads to.
            Path found = file.toAbsolutePath().normalize();
            Path folder = found.getParent() == null ? found : found.getParent().toRealPath();
            Path real = file.toRealPath();
            return doubt(real, trusted, false)
                    .or(() -> above(real.getParent(), trusted))
                    .or(() -> above(folder, trusted));
        } catch (IOException e) {
            return Optional.of("it cannot be looked at: " + FileProblem.of(e));
        }
    }

    /** The same of the file alone, whatever its folder, as ssh looks at its configuration. */
    public static Optional<String> doubtOfContent(Path file) {
        try {
            return doubt(file.toRealPath(), trusted(), false);
        } catch (IOException e) {
            return Optional.of("it cannot be looked at: " + FileProblem.of(e));
        }
    }

    private static Set<Integer> trusted() throws IOException {
        int own = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        Set<Integer> trusted = new HashSet<>(List.of(0, own));
        String caller = System.getenv("SUDO_UID");
        if (own == 0 && caller != null && caller.matches("[0-9]{1,9}")) {
            trusted.add(Integer.parseInt(caller));
        }
        return trusted;
    }

    private static Optional<String> above(@Nullable Path folder, Set<Integer> trusted) {
        for (Path each = folder; each != null; each = each.getParent()) {
            try {
                // In a sticky folder others cannot take away what is below; but they can put things there.
                Optional<String> doubt = doubt(each, trusted, !each.equals(folder));
                if (doubt.isPresent()) {
                    return doubt;
                }
            } catch (IOException e) {
                return Optional.of("it cannot be looked at: " + FileProblem.of(e));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> doubt(Path path, Set<Integer> trusted, boolean maybeSticky) throws IOException {
        int uid = (Integer) Files.getAttribute(path, "unix:uid");
        int mode = (Integer) Files.getAttribute(path, "unix:mode");
        PosixFileAttributes names = Files.readAttributes(path, PosixFileAttributes.class);
        if (!trusted.contains(uid)) {
            return Optional.of(path + " belongs to " + names.owner());
        }
        if (maybeSticky && (mode & STICKY) != 0) {
            return Optional.empty();
        }
        // The group that a user has for themselves alone is called as they are.
        boolean group = (mode & GROUP_WRITE) != 0
                && !names.group().getName().equals(names.owner().getName());
        return group || (mode & OTHERS_WRITE) != 0 ? Optional.of("others can write to " + path) : Optional.empty();
    }
}
