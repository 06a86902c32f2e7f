package jfab.control.connection.jsch;

import java.util.List;
import java.util.Locale;
import jfab.control.connection.host.Host;

/**
 * A host with every open question answered.
 *
 * @param host as the user named it
 * @param address name or address to connect to
 */
record LoginTarget(
        Host host,
        String user,
        String address,
        int port,
        Route route,
        Credentials credentials,
        Trust trust,
        Dialing dialing,
        SessionWire wire,
        Forwarding grants) {
    /** The names that this host may have in known_hosts files; by the first one it is recorded. */
    List<String> knownNames() {
        String name = certifiedName().toLowerCase(Locale.ROOT);
        return trust.alias() != null || port == 22 ? List.of(name) : List.of("[" + name + "]:" + port, name);
    }

    /** The name that a certificate of this host is for. */
    String certifiedName() {
        String alias = trust.alias();
        return alias == null ? address : alias;
    }

    /** {@code user@host}, for messages about logging in. */
    Host login() {
        return new Host(host.name(), user, host.port());
    }
}
