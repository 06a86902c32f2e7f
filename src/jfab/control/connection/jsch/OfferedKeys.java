package jfab.control.connection.jsch;

import com.jcraft.jsch.Identity;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The keys for one log-in, as JSch asks for them.
 *
 * @param keys in the order in which they are tried
 * @param troubles gets a sentence for each of them that the host wanted and that could not sign
 */
record OfferedKeys(List<Identity> keys, Queue<String> troubles) implements FixedKeys {
    OfferedKeys {
        keys = List.copyOf(keys);
    }

    /** Why a key that the host wanted could not be used; null for no such key. */
    @Nullable
    String trouble() {
        return troubles.peek();
    }
}
