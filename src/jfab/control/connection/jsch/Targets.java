package jfab.control.connection.jsch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import jfab.control.connection.SshSettings;
import jfab.control.connection.config.HostConfig;
import jfab.control.connection.config.SshConfig;
import jfab.control.connection.config.SshConfigLine;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** Answers where a host is and who logs in there: the host as named first, then the settings, then the ssh_config. */
final class Targets {
    /** What the command line says about the hosts of the tasks, and not about those on the way. */
    private static final Set<String> FOR_TARGETS = Set.of("proxyjump", "proxycommand", "forwardagent", "hostname");

    private final SshSettings settings;
    private final SshConfig config;
    private final List<SshConfigLine> options;

    Targets(SshSettings settings) {
        this.settings = settings;
        this.options = settings.options().stream()
                .map(option -> SshConfigLine.option(option.keyword(), option.value()))
                .toList();
        Path folder = settings.account().home().resolve(".ssh");
        List<SshConfig.Source> sources = settings.config() != null
                ? List.of(new SshConfig.Source(settings.config(), folder))
                : Stream.of(
                                new SshConfig.Source(folder.resolve("config"), folder),
                                new SshConfig.Source(
                                        settings.account().system(),
                                        Objects.requireNonNullElse(
                                                settings.account().system().getParent(), folder)))
                        .filter(source -> Files.isReadable(source.file()))
                        .toList();
        this.config = new SshConfig(settings.account().home(), sources);
    }

    LoginTarget of(Host host) {
        List<SshConfigLine> given = new ArrayList<>(named(host));
        given.addAll(options);
        if (settings.user() != null) {
            given.add(new SshConfigLine("the command line", "user", List.of(settings.user())));
        }
        if (settings.port() > 0) {
            given.add(new SshConfigLine("the command line", "port", List.of(String.valueOf(settings.port()))));
        }
        // What a file says is its owner's, and may be what he wants a shell to read.
        given.stream()
                .filter(line -> line.keyword().equals("user"))
                .forEach(line -> Host.checkUser(line.value(), host.name()));
        HostConfig found = config.of(host.name(), given);
        return target(host, found, route(found, List.of(host)));
    }

    private static List<SshConfigLine> named(Host host) {
        List<SshConfigLine> given = new ArrayList<>();
        if (host.user() != null) {
            given.add(new SshConfigLine(host.toString(), "user", List.of(host.user())));
        }
        if (host.port() > 0) {
            given.add(new SshConfigLine(host.toString(), "port", List.of(String.valueOf(host.port()))));
        }
        return given;
    }

    private LoginTarget target(Host host, HostConfig found, Route route) {
        if (found.user().equals("?")) {
            // Java's word for an account that the machine does not know.
            throw new ConnectionException(
                    host,
                    ConnectionException.Reason.BAD_SETTINGS,
                    "this account has no name on this machine; say as whom to log in: --user NAME",
                    null);
        }
        Credentials credentials = Credentials.of(host, found, settings);
        return new LoginTarget(
                host,
                found.user(),
                found.hostName(),
                found.port(),
                route,
                credentials,
                Trust.of(found, settings),
                Dialing.of(found, settings),
                SessionWire.of(found),
                Forwarding.of(found, credentials));
    }

    /** Whichever of ProxyJump and ProxyCommand comes first decides. */
    private Route route(HostConfig found, List<Host> trail) {
        SshConfigLine proxy = found.settings().stream()
                .filter(setting -> setting.keyword().equals("proxyjump")
                        || setting.keyword().equals("proxycommand"))
                .findFirst()
                .orElse(null);
        if (proxy == null || proxy.value().equalsIgnoreCase("none")) {
            return new Route.Direct();
        }
        String value = found.tokens().expand(proxy.value());
        return proxy.keyword().equals("proxycommand") ? new Route.Command(value) : jumps(proxy, value, trail);
    }

    /** Over the hosts of the list {@code value}, the first of which has a route of its own. */
    private Route jumps(SshConfigLine proxy, String value, List<Host> trail) {
        Route route = null;
        for (String text : value.split(",", -1)) {
            Host hop = hop(proxy, text.strip());
            // Host * with a ProxyJump means the jump host as well: it is reached without itself.
            if (sameName(hop, trail.getLast())) {
                break;
            }
            if (trail.stream().anyMatch(passed -> sameName(hop, passed))) {
                throw proxy.wrong("the jumps lead back to " + hop.name() + ", which is on the way already");
            }
            route = new Route.Jump(hop(hop, route, trail));
        }
        return route == null ? new Route.Direct() : route;
    }

    private LoginTarget hop(Host hop, @Nullable Route before, List<Host> trail) {
        List<SshConfigLine> given = new ArrayList<>(named(hop));
        options.stream()
                .filter(option -> !FOR_TARGETS.contains(option.keyword()))
                .forEach(given::add);
        HostConfig found = config.of(hop.name(), given);
        List<Host> passed = Stream.concat(trail.stream(), Stream.of(hop)).toList();
        return target(hop, found, before == null ? route(found, passed) : before);
    }

    private static Host hop(SshConfigLine proxy, String text) {
        String name = text.startsWith("ssh://") ? text.substring("ssh://".length()) : text;
        if (name.isEmpty()) {
            throw proxy.wrong("'" + proxy.value() + "' names an empty jump host; write [user@]host[:port][,...]");
        }
        return Host.parse(name);
    }

    private static boolean sameName(Host one, Host other) {
        return one.name().equalsIgnoreCase(other.name()) && (one.port() == other.port() || one.port() == 0);
    }
}
