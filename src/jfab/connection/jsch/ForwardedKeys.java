package jfab.connection.jsch;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.IdentityRepository;
import java.nio.file.Path;
import java.util.Vector;
import org.jspecify.annotations.Nullable;

/** What a host may sign with: the keys of the agent that is forwarded to it, never key files. It can change nothing in the agent. */
record ForwardedKeys(@Nullable Path agent) implements IdentityRepository {
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
        return new Vector<>(new Agent(agent).identities());
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
