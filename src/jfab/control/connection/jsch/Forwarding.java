package jfab.control.connection.jsch;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import jfab.control.connection.config.HostConfig;
import jfab.control.connection.config.SshConfigLine;
import jfab.control.connection.config.SshHostPattern;
import org.jspecify.annotations.Nullable;

/**
 * What commands on a host are given of the user's.
 *
 * @param environment variables, of which the host takes those that its sshd accepts
 * @param agent socket of the agent that they may use; null for none
 */
record Forwarding(Map<String, String> environment, @Nullable Path agent) {
    Forwarding {
        environment = Map.copyOf(environment);
    }

    static Forwarding of(HostConfig config, Credentials credentials) {
        SshConfigLine forwarded = config.first("forwardagent");
        return new Forwarding(
                environment(config), forwarded == null ? null : agent(config, forwarded, credentials.agent()));
    }

    private static @Nullable Path agent(HostConfig config, SshConfigLine forwarded, @Nullable Path own) {
        return switch (forwarded.value().toLowerCase(Locale.ROOT)) {
            case "yes", "true" -> own;
            case "no", "false" -> null;
            default -> Credentials.agent(config, forwarded.value(), own);
        };
    }

    private static Map<String, String> environment(HostConfig config) {
        Map<String, String> environment = new LinkedHashMap<>();
        Map<String, String> mine = new TreeMap<>(System.getenv());
        for (String pattern : config.words("sendenv")) {
            if (pattern.startsWith("-")) {
                environment.keySet().removeIf(name -> SshHostPattern.glob(pattern.substring(1), name));
            } else {
                mine.forEach((name, value) -> {
                    if (SshHostPattern.glob(pattern, name)) {
                        environment.put(name, value);
                    }
                });
            }
        }
        SshConfigLine set = config.first("setenv");
        if (set != null) {
            for (String argument : set.arguments()) {
                int equals = argument.indexOf('=');
                if (equals < 1) {
                    throw set.wrong("setenv takes NAME=VALUE, not '" + argument + "'");
                }
                environment.put(argument.substring(0, equals), argument.substring(equals + 1));
            }
        }
        return environment;
    }
}
