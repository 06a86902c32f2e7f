package jfab.control.hosts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostSet;
import jfab.script.Words;

/**
 * The hosts that a fabfile knows.
 *
 * @param hosts where tasks run that name no hosts of their own
 * @param roles sources by the name of a role
 * @param facts what is known of single hosts, wherever they are named
 * @param configured the hosts of the user's ssh_config by a pattern
 */
public record Inventory(
        List<HostSource> hosts,
        Map<String, List<HostSource>> roles,
        HostFacts facts,
        Function<String, List<Host>> configured) {
    public Inventory {
        hosts = List.copyOf(hosts);
        roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
    }

    /** No hosts, no roles. */
    public static Inventory empty() {
        return new Inventory(List.of(), Map.of(), HostFacts.none(), pattern -> {
            throw new ConnectionException("fromSshConfig('" + pattern + "'): no ssh_config is known");
        });
    }

    /**
     * The hosts of {@code sources}, each once, with what is known of them.
     *
     * @throws ConnectionException when a source cannot be read or names what does not exist
     */
    public List<Host> of(List<HostSource> sources) {
        return facts.of(of(sources, List.of()));
    }

    /** The hosts of an expression, as {@link HostSet} reads it. */
    public List<Host> of(String expression) {
        return facts.of(HostSet.parse(expression, role -> role(role, List.of())).hosts());
    }

    private List<Host> of(List<HostSource> sources, List<String> path) {
        HostSource.Known known = new HostSource.Known() {
            @Override
            public List<Host> role(String name) {
                return Inventory.this.role(name, path);
            }

            @Override
            public List<Host> configured(String pattern) {
                return configured.apply(pattern);
            }
        };
        return sources.stream()
                .flatMap(source -> source.hosts(known).stream())
                .distinct()
                .toList();
    }

    /** {@code path} holds the roles that led here. */
    private List<Host> role(String name, List<String> path) {
        List<HostSource> sources = roles.get(name);
        if (sources == null) {
            throw new ConnectionException("no role '" + name + "'"
                    + (roles.isEmpty()
                            ? "; declare it with: role '" + name + "', 'host', ..."
                            : Words.suggestion(name, roles.keySet())));
        }
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        if (path.contains(name)) {
            throw new ConnectionException("roles name each other: " + String.join(", ", longer));
        }
        return of(sources, longer);
    }
}
