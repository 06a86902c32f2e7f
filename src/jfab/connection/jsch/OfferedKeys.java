package jfab.connection.jsch;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.IdentityRepository;
import java.util.List;
import java.util.Queue;
import java.util.Vector;
import org.jspecify.annotations.Nullable;

/**
 * The keys for one log-in, as JSch asks for them.
 *
 * @param troubles gets a sentence for each of them that the host wanted and that could not sign
 */
record OfferedKeys(List<Identity> identities, Queue<String> troubles) implements IdentityRepository {
    OfferedKeys {
        identities = List.copyOf(identities);
    }

    /** Why a key that the host wanted could not be used; null for no such key. */
    @Nullable
    String trouble() {
        return troubles.peek();
    }

    @Override
    public String getName() {
        return "jfab";
    }

    @Override
    public int getStatus() {
        return RUNNING;
    }

    @Override
    @SuppressWarnings("JdkObsolete") // JSch's interface says Vector.
    public Vector<Identity> getIdentities() {
        return new Vector<>(identities);
    }

    @Override
    public boolean add(byte[] identity) {
        return false;
    }

    @Override
    public boolean remove(byte[] blob) {
        return false;
    }

    @Override
    public void removeAll() {}
}
