package jfab.control.connection.jsch;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final Pattern TIME = Pattern.compile("(\\d{1,6})([smhdw]?)");
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
                config.get("controlpersist", Dialing::persist, Duration.ZERO),
                from == null ? null : from.value(),
                config.get("addressfamily", Family::of, Family.ANY));
    }

    /** As ssh_config has it: yes, no, or a time such as 600, 10m or 1h30m, of which 0 is for ever. */
    private static Duration persist(SshConfigLine setting) {
        String text = setting.value().toLowerCase(Locale.ROOT);
        if (!text.matches("yes|no|(\\d{1,6}[smhdw]?)+")) {
            throw setting.wrong("controlpersist takes yes, no or a time such as 10m, not '" + setting.value() + "'");
        }
        if (text.equals("no")) {
            return Duration.ZERO;
        }
        Duration sum = Duration.ZERO;
        for (Matcher part = TIME.matcher(text); part.find(); ) {
            long unit =
                    Map.of("m", 60L, "h", 3600L, "d", 86_400L, "w", 604_800L).getOrDefault(part.group(2), 1L);
            sum = sum.plusSeconds(Long.parseLong(part.group(1)) * unit);
        }
        return sum.isZero() || sum.compareTo(FOR_EVER) > 0 ? FOR_EVER : sum;
    }

    private static Duration seconds(SshConfigLine setting) {
        return setting.value().equals("none")
                ? CONNECT_TIMEOUT
                : Duration.ofSeconds(setting.number(1, Integer.MAX_VALUE));
    }
}
