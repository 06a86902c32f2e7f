package jfab.control.connection.jsch;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Locale;
import jfab.Durations;
import jfab.control.connection.SshSettings;
import jfab.control.connection.config.HostConfig;
import jfab.control.connection.config.SshConfigLine;
import org.jspecify.annotations.Nullable;

/**
 * How a host is called.
 *
 * @param timeout limit for connecting and logging in
 * @param attempts how often, while nothing answers
 * @param persist how long a session may stay open behind its command, where its process does; zero for not at all
 * @param from address of this machine to call from; null for any
 */
record Dialing(
        Duration timeout,
        int attempts,
        Duration persist,
        @Nullable String from,
        Family family) {
    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    Dialing {
        // Sockets count milliseconds in 31 bits.
        timeout = timeout.compareTo(FOR_EVER) > 0 ? FOR_EVER : timeout;
    }

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
                        : config.get("connecttimeout", Dialing::limit, CONNECT_TIMEOUT),
                config.get("connectionattempts", setting -> setting.number(1, Integer.MAX_VALUE), 1),
                config.get("controlpersist", Dialing::persist, Duration.ZERO),
                from == null ? null : from.value(),
                config.get("addressfamily", Family::of, Family.ANY));
    }

    /** As ssh_config has it: yes, no, or a time such as 600, 10m or 1h30m, of which 0 is for ever. */
    private static Duration persist(SshConfigLine setting) {
        return switch (setting.value().toLowerCase(Locale.ROOT)) {
            case "no" -> Duration.ZERO;
            case "yes" -> FOR_EVER;
            default -> {
                Duration time = Durations.read(setting.value())
                        .orElseThrow(() -> setting.wrong(
                                "controlpersist takes yes, no or a time such as 10m, not '" + setting.value() + "'"));
                yield time.isZero() || time.compareTo(FOR_EVER) > 0 ? FOR_EVER : time;
            }
        };
    }

    private static Duration limit(SshConfigLine setting) {
        if (setting.value().equals("none")) {
            return CONNECT_TIMEOUT;
        }
        Duration limit = setting.time();
        if (limit.isZero()) {
            throw setting.wrong("connecttimeout takes a time from a second on, not '" + setting.value() + "'");
        }
        return limit;
    }
}
