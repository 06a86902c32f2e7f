package jfab.control.connection.jsch;

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
    /** The name that this host has in known_hosts files. */
    String knownName() {
        String alias = trust.alias();
        String name = alias != null ? alias : port == 22 ? address : "[" + address + "]:" + port;
        return name.toLowerCase(Locale.ROOT);
    }

    /** {@code user@host}, for messages about logging in. */
    Host login() {
        return new Host(host.name(), user, host.port());
    }
}
