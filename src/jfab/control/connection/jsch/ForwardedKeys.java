package jfab.control.connection.jsch;

import com.jcraft.jsch.Identity;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a host may sign with: the keys of the agent that is forwarded to it, never key files. It can change nothing in the agent. */
record ForwardedKeys(@Nullable Path agent) implements FixedKeys {
    @Override
    public List<Identity> keys() {
        return new Agent(agent).identities();
    }
}
