package jfab.control.connection.jsch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import jfab.control.connection.config.HostConfig;
import jfab.control.connection.config.SshConfigLine;

/**
 * What a session speaks.
 *
 * @param config JSch's settings of algorithms and compression
 * @param alive a host that is silent for this long is asked for a sign of life; zero for never
 * @param patience how many such questions may stay unanswered before the line counts as broken
 */
record SessionWire(Map<String, String> config, Duration alive, int patience) {
    private static final Duration ALIVE = Duration.ofSeconds(15);
    private static final Duration MOST = Duration.ofDays(1);
    /** ssh's keywords and JSch's settings for them. */
    private static final Map<String, String[]> LISTS = Map.of(
            "kexalgorithms", new String[] {"kex"},
            "ciphers", new String[] {"cipher.c2s", "cipher.s2c"},
            "macs", new String[] {"mac.c2s", "mac.s2c"},
            "hostkeyalgorithms", new String[] {Algorithms.HOST_KEYS},
            "pubkeyacceptedkeytypes", new String[] {"PubkeyAcceptedAlgorithms"},
            "pubkeyacceptedalgorithms", new String[] {"PubkeyAcceptedAlgorithms"});

    SessionWire {
        config = Map.copyOf(config);
    }

    static SessionWire of(HostConfig host) {
        Map<String, String> config = new LinkedHashMap<>();
        LISTS.forEach((keyword, names) -> {
            SshConfigLine setting = host.first(keyword);
            for (String name : names) {
                if (setting != null) {
                    config.put(name, Algorithms.of(setting, name));
                }
            }
        });
        if (host.get("compression", SshConfigLine::yes, false)) {
            config.put("compression.c2s", "zlib@openssh.com,zlib,none");
            config.put("compression.s2c", "zlib@openssh.com,zlib,none");
        }
        return new SessionWire(
                config,
                host.get("serveraliveinterval", SessionWire::alive, ALIVE),
                host.get("serveralivecountmax", setting -> setting.number(0, Integer.MAX_VALUE), 3));
    }

    private static Duration alive(SshConfigLine setting) {
        Duration time = setting.time();
        return time.compareTo(MOST) > 0 ? MOST : time;
    }
}
