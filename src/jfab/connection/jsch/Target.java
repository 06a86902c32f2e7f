package jfab.connection.jsch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import jfab.connection.Host;
import org.jspecify.annotations.Nullable;

/**
 * A host with every open question answered.
 *
 * @param host as the user named it
 * @param address name or address to connect to
 * @param identities private key files that someone asked for, in order; those of the ssh_config may not exist
 * @param onlyIdentities whether keys of the agent that are not among them stay out
 * @param alias name to look up the host key by; null for address and port
 * @param knownHosts known_hosts files, the first of which receives new keys
 * @param strict whether an unknown key is refused
 * @param timeout limit for connecting and logging in
 */
record Target(
        Host host,
        String user,
        String address,
        int port,
        List<Path> identities,
        boolean onlyIdentities,
        @Nullable String alias,
        List<Path> knownHosts,
        boolean strict,
        Duration timeout) {
    Target {
        identities = List.copyOf(identities);
        knownHosts = List.copyOf(knownHosts);
    }

    /** The name that this host has in known_hosts files. */
    String knownName() {
        String name = alias != null ? alias : port == 22 ? address : "[" + address + "]:" + port;
        return name.toLowerCase(Locale.ROOT);
    }

    /** {@code user@host}, for messages about logging in. */
    Host login() {
        return new Host(host.name(), user, host.port());
    }
}
