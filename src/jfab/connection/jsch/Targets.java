package jfab.connection.jsch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.connection.Host;
import jfab.connection.SshSettings;
import jfab.connection.jsch.SshConfig.Setting;
import org.jspecify.annotations.Nullable;

/** Answers where a host is and who logs in there: the host as named first, then the settings, then the ssh_config. */
final class Targets {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final SshSettings settings;
    private final SshConfig config;

    Targets(SshSettings settings) {
        this.settings = settings;
        Path own = settings.home().resolve(".ssh/config");
        Path file = settings.config() != null ? settings.config() : own;
        this.config =
                settings.config() != null || Files.isReadable(own) ? SshConfig.read(file) : new SshConfig(List.of());
    }

    Target of(Host host) {
        List<Setting> all = config.settingsFor(host.name()).toList();
        Map<String, Setting> first =
                all.stream().collect(Collectors.toMap(Setting::keyword, each -> each, (one, later) -> one));
        for (String proxy : List.of("proxyjump", "proxycommand")) {
            Setting setting = first.get(proxy);
            if (setting != null && !setting.value().equals("none")) {
                throw setting.wrong(host.name() + " is behind a proxy, which jfab does not know yet");
            }
        }
        String local = System.getProperty("user.name");
        String user = Stream.of(host.user(), settings.user(), value(first.get("user")), local)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
        int port = host.port() > 0 ? host.port() : settings.port() > 0 ? settings.port() : port(first.get("port"));
        String hostName = value(first.get("hostname"));
        String named = hostName == null ? host.name() : new Tokens(Map.of('h', host.name())).expand(hostName);
        String address = named.toLowerCase(Locale.ROOT);
        Tokens tokens = new Tokens(
                Map.of('h', address, 'n', host.name(), 'p', String.valueOf(port), 'r', user, 'u', local, 'd', home()));
        return new Target(
                host,
                user,
                address,
                port,
                identities(host, all, tokens),
                "yes".equals(value(first.get("identitiesonly"))),
                value(first.get("hostkeyalias")),
                knownHosts(first.get("userknownhostsfile"), first.get("globalknownhostsfile"), tokens),
                Set.of("yes", "true")
                        .contains(Objects.requireNonNullElse(value(first.get("stricthostkeychecking")), "ask")),
                timeout(first.get("connecttimeout")));
    }

    private List<Path> identities(Host host, List<Setting> all, Tokens tokens) {
        Set<Path> files = new LinkedHashSet<>();
        Optional.ofNullable(host.get("identity")).ifPresent(file -> files.add(Path.of(file.toString())));
        files.addAll(settings.identities());
        all.stream()
                .filter(setting -> setting.keyword().equals("identityfile"))
                .filter(setting -> !setting.value().equals("none"))
                .forEach(setting -> files.add(path(setting.value(), tokens)));
        return List.copyOf(files);
    }

    /** The user's files, the first of which receives new keys, and those that the machine's administrator keeps. */
    private List<Path> knownHosts(@Nullable Setting own, @Nullable Setting global, Tokens tokens) {
        Stream<Path> users = settings.knownHosts() != null
                ? Stream.of(settings.knownHosts())
                : files(own, tokens, "~/.ssh/known_hosts", "~/.ssh/known_hosts2");
        return Stream.concat(users, files(global, tokens, "/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2"))
                .toList();
    }

    private Stream<Path> files(@Nullable Setting setting, Tokens tokens, String... usual) {
        List<String> files = setting == null ? List.of(usual) : setting.arguments();
        // Never an empty list: the first of the user's files receives new keys, and the administrator's must not.
        return files.stream().map(file -> file.equals("none") ? Path.of("/dev/null") : path(file, tokens));
    }

    private Path path(String text, Tokens tokens) {
        String expanded = tokens.expand(text);
        if (expanded.startsWith("~/")) {
            return settings.home().resolve(expanded.substring(2));
        }
        return Path.of(expanded);
    }

    private String home() {
        return settings.home().toString();
    }

    private Duration timeout(@Nullable Setting setting) {
        if (settings.connectTimeout() != null) {
            return settings.connectTimeout();
        }
        if (setting == null || setting.value().equals("none")) {
            return CONNECT_TIMEOUT;
        }
        return Duration.ofSeconds(number(setting, Integer.MAX_VALUE));
    }

    private static int port(@Nullable Setting setting) {
        return setting == null ? 22 : number(setting, 65535);
    }

    private static int number(Setting setting, int most) {
        try {
            int number = Integer.parseInt(setting.value());
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Answered below like a number out of range.
        }
        throw setting.wrong("'" + setting.value() + "' is not a number that " + setting.keyword() + " takes");
    }

    private static @Nullable String value(@Nullable Setting setting) {
        return setting == null ? null : setting.value();
    }
}
