package jfab.control.connection.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Hosts, each once, in the order in which they were named.
 *
 * <p>Written as in ClusterShell:
 *
 * <ul>
 *   <li>{@code gpu[01-16,20]}, {@code node[1-9/2]}, {@code rack[1-2]node[1-3]}: ranges, with {@code user@} before and
 *       {@code :port} behind if need be; {@code [::1]:22} is an IPv6 address
 *   <li>{@code a,b} both, {@code a!b} the first without the second, {@code a&b} those in both, {@code a^b} those in one of
 *       them; from left to right, and a comma before {@code !} or {@code &} adds nothing: {@code @gpu,!gpu03}
 *   <li>{@code @gpu} the hosts of a role
 *   <li>{@code ^file} at the begin or behind a comma: the hosts in a file, a line each, {@code #} for comments
 * </ul>
 *
 * <p>In {@code !}, {@code &} and {@code ^}, a host that names no user or no port stands for that host with any.
 */
public record HostSet(List<Host> hosts) {
    /** Answers the names in an expression that are not hosts themselves. */
    @FunctionalInterface
    public interface Roles {
        /**
         * The hosts of {@code role}.
         *
         * @throws ConnectionException when there is no such role
         */
        List<Host> of(String role);

        /** No roles at all. */
        static Roles none() {
            return role -> {
                throw new ConnectionException("'@" + role + "' names a role, and there are none");
            };
        }
    }

    public HostSet {
        hosts = hosts.stream().distinct().toList();
    }

    /**
     * Reads an expression without roles; files are relative to the current folder.
     *
     * @throws ConnectionException naming what is wrong in {@code text}
     */
    public static HostSet parse(String text) {
        return parse(text, Roles.none());
    }

    /** Reads an expression; files are relative to the current folder. */
    public static HostSet parse(String text, Roles roles) {
        return parse(text, roles, Path.of(""));
    }

    /** Reads an expression; files are relative to {@code folder}. */
    public static HostSet parse(String text, Roles roles, Path folder) {
        return new HostExpression(text, roles, folder).evaluate();
    }

    /** {@code hosts} in as few words as possible, sorted: {@code gpu[01-16,20],login}. */
    public static String fold(List<Host> hosts) {
        return HostFolding.fold(hosts);
    }

    /** Whether an expression names a role, and so has a meaning only where those are known. */
    public static boolean namesRole(String text) {
        return new HostExpression(text, Roles.none(), Path.of("")).hasItem('@');
    }

    /** Whether an expression names a role or a file, and so may mean something else tomorrow. */
    public static boolean namesOthers(String text) {
        return namesRole(text) || text.contains("^");
    }

    /** The hosts of both. */
    public HostSet plus(HostSet other) {
        return new HostSet(Stream.concat(hosts.stream(), other.hosts.stream()).toList());
    }

    /** The hosts that {@code other} does not name. */
    public HostSet minus(HostSet other) {
        return kept(other, false);
    }

    /** The hosts that {@code other} names too. */
    public HostSet and(HostSet other) {
        return kept(other, true);
    }

    /** The hosts that only one of both names. */
    public HostSet xor(HostSet other) {
        return minus(other).plus(other.minus(this));
    }

    private HostSet kept(HostSet other, boolean named) {
        Map<String, List<Host>> names = other.hosts.stream().collect(Collectors.groupingBy(Host::name));
        return new HostSet(hosts.stream()
                .filter(host -> named
                        == names.getOrDefault(host.name(), List.of()).stream().anyMatch(each -> same(each, host)))
                .toList());
    }

    private static boolean same(Host one, Host other) {
        return (one.user() == null || other.user() == null || one.user().equals(other.user()))
                && (one.port() == 0 || other.port() == 0 || one.port() == other.port());
    }

    /** These hosts folded. */
    @Override
    public String toString() {
        return fold(hosts);
    }
}
