package jfab.control.connection.jsch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jfab.control.connection.SshSettings;
import jfab.control.connection.config.HostConfig;
import jfab.control.connection.config.SshConfigLine;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * What a log-in may use.
 *
 * @param identities key files that someone asked for, in order; those of the ssh_config may not exist
 * @param certificates certificate files for them
 * @param onlyIdentities whether keys of the agent that are not among them stay out
 * @param agent socket of the agent; null for none
 * @param methods of authentication, in order
 */
record Credentials(
        List<Path> identities,
        List<Path> certificates,
        boolean onlyIdentities,
        @Nullable Path agent,
        List<String> methods) {
    private static final String PUBLIC_KEY = "publickey";
    private static final String INTERACTIVE = "keyboard-interactive";
    private static final String PASSWORD = "password";

    Credentials {
        identities = List.copyOf(identities);
        certificates = List.copyOf(certificates);
        methods = List.copyOf(methods);
    }

    static Credentials of(Host host, HostConfig config, SshSettings settings) {
        Set<Path> identities = new LinkedHashSet<>();
        Optional.ofNullable(host.get("identity")).ifPresent(file -> identities.add(Path.of(file.toString())));
        identities.addAll(settings.identities());
        identities.addAll(paths(config, "identityfile"));
        SshConfigLine agent = config.first("identityagent");
        return new Credentials(
                List.copyOf(identities),
                paths(config, "certificatefile"),
                config.get("identitiesonly", SshConfigLine::yes, false),
                agent == null
                        ? settings.account().agent()
                        : agent(config, agent.value(), settings.account().agent()),
                methods(config));
    }

    private static List<Path> paths(HostConfig config, String keyword) {
        return config.all(keyword)
                .map(SshConfigLine::value)
                .filter(value -> !value.equalsIgnoreCase("none"))
                .map(config::path)
                .distinct()
                .toList();
    }

    /** The socket that {@code named} stands for: a path, {@code none}, or a variable of the environment. */
    static @Nullable Path agent(HostConfig config, String named, @Nullable Path usual) {
        if (named.equals("none")) {
            return null;
        }
        if (named.equals("SSH_AUTH_SOCK")) {
            return usual;
        }
        if (named.matches("\\$\\w+")) {
            String socket = System.getenv(named.substring(1));
            return socket == null || socket.isBlank() ? null : Path.of(socket);
        }
        return config.path(named);
    }

    private static List<String> methods(HostConfig config) {
        List<String> methods = new ArrayList<>(config.get(
                "preferredauthentications",
                setting -> List.of(setting.value().toLowerCase(Locale.ROOT).split(",", -1)),
                List.of(PUBLIC_KEY, INTERACTIVE, PASSWORD)));
        methods.retainAll(List.of(PUBLIC_KEY, INTERACTIVE, PASSWORD));
        Map.of(
                        "pubkeyauthentication", PUBLIC_KEY,
                        "kbdinteractiveauthentication", INTERACTIVE,
                        "challengeresponseauthentication", INTERACTIVE,
                        "passwordauthentication", PASSWORD)
                .forEach((keyword, method) -> {
                    if ("no".equals(config.get(keyword, SshConfigLine::value, "yes"))) {
                        methods.remove(method);
                    }
                });
        if (config.get("batchmode", SshConfigLine::yes, false)) {
            methods.removeAll(List.of(INTERACTIVE, PASSWORD));
        }
        return methods;
    }
}
