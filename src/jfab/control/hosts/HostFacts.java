package jfab.control.hosts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jfab.control.connection.command.Secret;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostSet;

/**
 * What is known of single hosts besides their names: who logs in there, and where, and what else the user wrote down.
 *
 * @param byName the facts of a host by its name
 */
public record HostFacts(Map<String, Map<String, Object>> byName) {
    public HostFacts {
        byName = Map.copyOf(byName);
    }

    public static HostFacts none() {
        return new HostFacts(Map.of());
    }

    /** These facts and {@code facts} about the hosts that {@code pattern} names; later ones count. */
    public HostFacts and(String pattern, Map<String, ?> facts) {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>(byName);
        for (Host host : HostSet.parse(pattern).hosts()) {
            if (host.user() != null || host.port() > 0) {
                throw new ConnectionException(
                        "host '" + pattern + "': write user: and port: behind the name instead of around it");
            }
            Map<String, Object> more = new LinkedHashMap<>(all.getOrDefault(host.name(), Map.of()));
            more.putAll(facts);
            more.values().removeIf(Objects::isNull);
            checkSecret("password", more, host);
            checkSecret("sudoPassword", more, host);
            completed(host, more);
            all.put(host.name(), Map.copyOf(more));
        }
        return new HostFacts(all);
    }

    /** A password in a file that others may read, or in an output, is none for long. */
    private static void checkSecret(String name, Map<String, Object> facts, Host host) {
        if (facts.get(name) != null && !(facts.get(name) instanceof Secret)) {
            throw new ConnectionException("host '" + host.name() + "': " + name + ": takes a secret and not plain text,"
                    + " as in " + name + ": secret(env: 'PASSWORD')");
        }
    }

    /** {@code host} with its facts; what its name said itself counts more. */
    public Host of(Host host) {
        Map<String, Object> facts = byName.get(host.name());
        return facts == null ? host : completed(host, facts);
    }

    /** {@code hosts} with their facts, each once. */
    public List<Host> of(List<Host> hosts) {
        return hosts.stream().map(this::of).distinct().toList();
    }

    private static Host completed(Host host, Map<String, Object> facts) {
        Map<String, Object> rest = new LinkedHashMap<>(facts);
        Object user = rest.remove("user");
        Object port = rest.remove("port");
        if (port != null && !(port instanceof Integer)) {
            throw new ConnectionException("host '" + host.name() + "': port: takes a number, not '" + port + "'");
        }
        return new Host(
                host.name(),
                host.user() == null && user != null ? user.toString() : host.user(),
                host.port() == 0 && port instanceof Integer number ? number : host.port(),
                rest);
    }
}
