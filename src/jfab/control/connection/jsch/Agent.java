package jfab.control.connection.jsch;

import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.Identity;
import com.jcraft.jsch.SSHAgentConnector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An ssh-agent, by its socket. */
record Agent(@Nullable Path socket) {
    /** Its keys. As with ssh, an agent that is not there or does not answer only means fewer keys. */
    List<Identity> identities() {
        if (socket == null || !Files.exists(socket)) {
            return List.of();
        }
        try {
            return List.copyOf(new AgentIdentityRepository(new SSHAgentConnector(socket)).getIdentities());
        } catch (AgentProxyException e) {
            return List.of();
        }
    }
}
