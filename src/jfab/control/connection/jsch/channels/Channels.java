package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.ChannelShell;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Channels for commands on one logged-in session, each given the same.
 *
 * @param environment variables that are sent with each command; the host takes those that its sshd accepts
 * @param agent whether commands may use the user's agent
 */
public record Channels(Session session, Map<String, String> environment, boolean agent) {
    public Channels {
        environment = Map.copyOf(environment);
    }

    /** A channel for a command, not opened yet. */
    ChannelExec exec() throws JSchException {
        ChannelExec channel = (ChannelExec) session.openChannel("exec");
        channel.setAgentForwarding(agent);
        environment.forEach((name, value) ->
                channel.setEnv(name.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)));
        return channel;
    }

    /** A channel for a login shell, not opened yet. */
    ChannelShell shell() throws JSchException {
        ChannelShell channel = (ChannelShell) session.openChannel("shell");
        channel.setAgentForwarding(agent);
        environment.forEach((name, value) ->
                channel.setEnv(name.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)));
        return channel;
    }

    boolean connected() {
        return session.isConnected();
    }
}
