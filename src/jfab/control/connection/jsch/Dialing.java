package jfab.control.connection.jsch;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Locale;
import jfab.control.connection.SshSettings;
import jfab.control.connection.config.HostConfig;
import jfab.control.connection.config.SshConfigLine;
import org.jspecify.annotations.Nullable;

/**
 * How a host is called.
 *
 * @param timeout limit for connecting and logging in
 * @param attempts how often, while nothing answers
 * @param from address of this machine to call from; null for any
 */
record Dialing(Duration timeout, int attempts, @Nullable String from, Family family) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** Kinds of addresses. */
    enum Family {
        ANY,
        INET,
        INET6;

        boolean has(InetAddress address) {
            return switch (this) {
                case ANY -> true;
                case INET -> address instanceof Inet4Address;
                case INET6 -> address instanceof Inet6Address;
            };
        }

        static Family of(SshConfigLine setting) {
            return switch (setting.value().toLowerCase(Locale.ROOT)) {
                case "any" -> ANY;
                case "inet" -> INET;
                case "inet6" -> INET6;
                default -> throw setting.wrong("addressfamily takes any, inet or inet6, not '" + setting.value() + "'");
            };
        }
    }

    static Dialing of(HostConfig config, SshSettings settings) {
        SshConfigLine from = config.first("bindaddress");
        return new Dialing(
                settings.connectTimeout() != null
                        ? settings.connectTimeout()
                        : config.get("connecttimeout", Dialing::seconds, CONNECT_TIMEOUT),
                config.get("connectionattempts", setting -> setting.number(1, Integer.MAX_VALUE), 1),
                from == null ? null : from.value(),
                config.get("addressfamily", Family::of, Family.ANY));
    }

    private static Duration seconds(SshConfigLine setting) {
        return setting.value().equals("none")
                ? CONNECT_TIMEOUT
                : Duration.ofSeconds(setting.number(1, Integer.MAX_VALUE));
    }
}
