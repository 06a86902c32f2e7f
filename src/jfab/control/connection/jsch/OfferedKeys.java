package jfab.control.connection.jsch;

import com.jcraft.jsch.Identity;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The keys for one log-in, as JSch asks for them.
 *
 * @param keys in the order in which they are tried
 * @param unreadable files that were asked for, and that have no key which can be read
 * @param troubles gets a sentence for each of them that the host wanted and that could not sign
 */
record OfferedKeys(List<Identity> keys, List<Path> unreadable, Queue<String> troubles) implements FixedKeys {
    OfferedKeys {
        keys = List.copyOf(keys);
        unreadable = List.copyOf(unreadable);
    }

    /** What a host that accepted none of them was offered, and what it was not. */
    String told() {
        List<String> names = keys.stream().map(Identity::getName).distinct().toList();
        return (names.isEmpty() ? "there is no key to log in with" : "no key was accepted, of " + some(names))
                + (unreadable.isEmpty()
                        ? ""
                        : "; " + some(unreadable.stream().map(Path::toString).toList()) + " cannot be read");
    }

    private static String some(List<String> names) {
        int most = Math.min(3, names.size());
        return String.join(", ", names.subList(0, most))
                + (most < names.size() ? " and " + (names.size() - most) + " more" : "");
    }

    /** Why a key that the host wanted could not be used; null for no such key. */
    @Nullable
    String trouble() {
        return troubles.peek();
    }
}
