package jfab.control.connection.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who can change a file whose content jfab executes: it counts as the user's where only they and root can write it and its folder, be
 * it by mode, by a group or by an access list. Under sudo, the one who called sudo counts as well.
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
        if (!trusted.contains(uid)) {
            return Optional.of(path + " belongs to " + Files.getOwner(path));
        }
        if (maybeSticky && (mode & STICKY) != 0) {
            return Optional.empty();
        }
        if ((mode & OTHERS_WRITE) != 0) {
            return Optional.of("others can write to " + path);
        }
        return (mode & GROUP_WRITE) == 0
                ? Optional.empty()
                : byGroup(path, trusted).map(why -> "others can write to " + path + ": " + why);
    }

    private static Optional<String> byGroup(Path path, Set<Integer> trusted) throws IOException {
        AccessList list = AccessList.of(path);
        for (int user : list.users()) {
            if (!trusted.contains(user)) {
                return Optional.of("its access list names the account " + Integer.toUnsignedString(user));
            }
        }
        List<Integer> groups = new ArrayList<>(list.groups());
        if (list.group()) {
            groups.add((Integer) Files.getAttribute(path, "unix:gid"));
        }
        for (int group : groups) {
            Optional<String> others = Accounts.LOCAL.othersIn(group, trusted);
            if (others.isPresent()) {
                return others;
            }
        }
        return Optional.empty();
    }
}
