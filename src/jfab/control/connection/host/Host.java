package jfab.control.connection.host;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A machine as the user named it: {@code [user@]name[:port]}, with an IPv6 address in brackets.
 *
 * @param name host name, address or alias of an ssh_config
 * @param user login name; null where an ssh_config or the local login decides
 * @param port TCP port from 1; 0 where an ssh_config or the default of 22 decides
 * @param facts what else the fabfile knows of it; a task body reads them as {@code c.facts.rack}. Two hosts are one when
 *     name, user and port are the same, whatever is known of them
 */
public record Host(String name, @Nullable String user, int port, Map<String, Object> facts) {
    /** What OpenSSH takes for a name, which a ProxyCommand hands to a shell, without what known_hosts reads as a pattern. */
    private static final Pattern NAME =
            Pattern.compile("[^-'`\"$\\\\;&<>|(){}*?!,\\s\\p{Cc}][^'`\"$\\\\;&<>|(){}*?!,\\s\\p{Cc}]*");

    /** As OpenSSH reads a user: no option, and nothing that a shell executes or, except at its end, expands. */
    private static final Pattern USER = Pattern.compile("(?!-)(?!.*\\s-)(?!.*\\\\$)(?!.*\\$.)[^'`\";&<>|(){}\\p{Cc}]+");

    /** This machine, where local tasks run without SSH. */
    public static final Host HERE = new Host("local", null, 0);

    /** This machine, where a task that asks for no connection runs when there are no hosts; it has no commands but {@code local}. */
    public static final Host NOWHERE = new Host("here", null, 0);

    public Host {
        facts = Map.copyOf(facts);
        // A local path may be named for the host.
        boolean path = name.contains("/") || name.equals(".") || name.equals("..");
        if (!NAME.matcher(name).matches() || path) {
            throw new ConnectionException("'" + name + "' is not a host; write [user@]host[:port]");
        }
        if (port < 0 || port > 65535) {
            throw new ConnectionException("the port of " + name + " is " + port + "; ports end at 65535");
        }
        if (user != null) {
            checkUser(user, name);
        }
    }

    /**
     * Refuses what is no login name of the host {@code name}.
     *
     * @throws ConnectionException where a shell, to which a ProxyCommand hands it, would read it as something else
     */
    public static void checkUser(String user, String name) {
        if (!USER.matcher(user).matches()) {
            throw new ConnectionException("'" + user + "' is not a user to log in as on " + name);
        }
    }

    public Host(String name, @Nullable String user, int port) {
        this(name, user, port, Map.of());
    }

    /** Whether this is {@link #HERE} or {@link #NOWHERE}; a host of that name that somebody types is another one. */
    @SuppressWarnings("ReferenceEquality")
    public boolean here() {
        return this == HERE || this == NOWHERE;
    }

    /** What the fabfile knows of this host by {@code fact}; null for nothing. Groovy calls it for {@code host.rack}. */
    public @Nullable Object get(String fact) {
        return facts.get(fact);
    }

    /** Reads {@code [user@]name[:port]}; surrounding blanks are ignored. */
    public static Host parse(String text) {
        String rest = text.strip();
        int at = rest.lastIndexOf('@');
        String user = at > 0 ? rest.substring(0, at) : null;
        rest = rest.substring(at + 1);
        if (rest.isEmpty()) {
            throw new ConnectionException("'" + text.strip() + "' is not a host; write [user@]host[:port]");
        }
        if (rest.startsWith("[") && rest.contains("]")) {
            int end = rest.indexOf(']');
            return new Host(rest.substring(1, end), user, port(text, rest.substring(end + 1)));
        }
        int colon = rest.indexOf(':');
        boolean bareAddress6 = colon >= 0 && rest.indexOf(':', colon + 1) >= 0;
        if (colon < 0 || bareAddress6) {
            return new Host(rest, user, 0);
        }
        return new Host(rest.substring(0, colon), user, port(text, rest.substring(colon)));
    }

    private static int port(String text, String suffix) {
        if (suffix.isEmpty()) {
            return 0;
        }
        // Within, 0 stands for no port.
        if (!suffix.matches(":\\d{1,5}") || suffix.matches(":0+")) {
            throw new ConnectionException("'" + text.strip() + "' is not a host; write [user@]host[:port]");
        }
        return Integer.parseInt(suffix.substring(1));
    }

    /** {@code path} with this host's name wherever {@code {host}} stands in it. */
    public String expand(String path) {
        return path.replace("{host}", name);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Host host
                && name.equals(host.name)
                && Objects.equals(user, host.user)
                && port == host.port;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, user, port);
    }

    @Override
    public String toString() {
        String shown = name.contains(":") && port > 0 ? "[" + name + "]" : name;
        return (user == null ? "" : user + "@") + shown + (port > 0 ? ":" + port : "");
    }
}
