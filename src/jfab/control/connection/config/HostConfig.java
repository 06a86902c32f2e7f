package jfab.control.connection.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import jfab.UserFolders;
import org.jspecify.annotations.Nullable;

/**
 * What the ssh_config says about one host.
 *
 * @param name the host as the user named it
 * @param home the user's home directory
 * @param settings in the order in which they were found; the first of a keyword counts
 */
public record HostConfig(String name, Path home, List<SshConfigLine> settings) {
    public HostConfig {
        settings = List.copyOf(settings);
    }

    /** The setting of {@code keyword} that counts; null for none. */
    public @Nullable SshConfigLine first(String keyword) {
        return all(keyword).findFirst().orElse(null);
    }

    /** Every setting of {@code keyword}, in order. */
    public Stream<SshConfigLine> all(String keyword) {
        return settings.stream().filter(setting -> setting.keyword().equals(keyword));
    }

    /** What {@code read} makes of the setting of {@code keyword}, or {@code otherwise} where there is none. */
    public <T> T get(String keyword, Function<SshConfigLine, T> read, T otherwise) {
        SshConfigLine setting = first(keyword);
        return setting == null ? otherwise : read.apply(setting);
    }

    public String user() {
        return get("user", SshConfigLine::value, LocalMachine.user());
    }

    public int port() {
        return get("port", setting -> setting.number(1, 65535), 22);
    }

    /** The name or address to connect to. */
    public String hostName() {
        PercentTokens own = new PercentTokens(Map.of('h', () -> name));
        return get("hostname", setting -> own.expand(setting.value()), name).toLowerCase(Locale.ROOT);
    }

    /** The tokens of its paths and commands. */
    public PercentTokens tokens() {
        String port = String.valueOf(port());
        return new PercentTokens(Map.ofEntries(
                Map.entry('n', () -> name),
                Map.entry('h', this::hostName),
                Map.entry('p', () -> port),
                Map.entry('r', this::user),
                Map.entry('k', () -> get("hostkeyalias", SshConfigLine::value, name)),
                Map.entry('u', LocalMachine::user),
                Map.entry('i', LocalMachine::userId),
                Map.entry('d', home::toString),
                Map.entry('l', LocalMachine::name),
                Map.entry('L', LocalMachine::shortName),
                Map.entry('C', () -> LocalMachine.digest(LocalMachine.name() + hostName() + port + user()))));
    }

    /** {@code text} as a path: tokens, variables and the home directory are filled in. */
    public Path path(String text) {
        return UserFolders.resolve(tokens().expandPath(text), home, Path.of(""));
    }

    /** The words of {@code keyword}'s settings, all of them together. */
    public List<String> words(String keyword) {
        return all(keyword)
                .flatMap(setting -> setting.arguments().stream())
                .filter(Objects::nonNull)
                .toList();
    }
}
