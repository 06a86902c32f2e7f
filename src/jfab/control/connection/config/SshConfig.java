package jfab.control.connection.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import jfab.UserFolders;
import jfab.control.connection.files.Ownership;
import jfab.control.connection.host.ConnectionException;

/** The ssh_config files of a user, read as ssh_config(5) says. Each is read once. Safe for use by many threads. */
public final class SshConfig {
    private static final int DEEPEST = 16;
    /** A command that decides how to connect is waited for by everybody. */
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(10);

    /**
     * A file to start from.
     *
     * @param folder where the files lie that it includes
     */
    public record Source(Path file, Path folder) {}

    private final Path home;
    private final List<Source> sources;
    private final MatchCommands commands = new MatchCommands(COMMAND_LIMIT);
    private final Map<Path, List<SshConfigLine>> files = new ConcurrentHashMap<>();

    /**
     * The files {@code sources}, in this order.
     *
     * @throws ConnectionException when one of them cannot be read
     */
    public SshConfig(Path home, List<Source> sources) {
        this.home = home;
        this.sources = List.copyOf(sources);
        sources.stream()
                .map(Source::file)
                .map(file -> file.startsWith(home.resolve(".ssh")) ? own(file) : file)
                .forEach(this::file);
    }

    /**
     * What the files say about the host {@code name}.
     *
     * @param given settings that come before the files'
     */
    public HostConfig of(String name, List<SshConfigLine> given) {
        return new Resolution(this, name, given).resolve();
    }

    /** The names and patterns of all Host lines, those of included files among them. */
    public Stream<String> names() {
        return sources.stream().flatMap(source -> names(source.file(), source.folder(), 0));
    }

    private Stream<String> names(Path file, Path folder, int depth) {
        return file(file).stream().flatMap(setting -> switch (setting.keyword()) {
            case "host" -> setting.arguments().stream();
            case "include" -> included(setting, folder, depth + 1).flatMap(each -> names(each, folder, depth + 1));
            default -> Stream.empty();
        });
    }

    /** The files that {@code setting}, an Include, names. */
    Stream<Path> included(SshConfigLine setting, Path folder, int depth) {
        if (depth > DEEPEST) {
            throw setting.wrong("files include each other more than " + DEEPEST + " deep");
        }
        return setting.arguments().stream()
                .map(pattern -> UserFolders.resolve(pattern, home, folder))
                .flatMap(wanted -> GlobbedFiles.of(wanted).stream())
                .map(SshConfig::own);
    }

    /** The same file: what it says is executed, and one that others can change is refused by ssh as well. */
    private static Path own(Path file) {
        Ownership.doubtOfContent(file).ifPresent(why -> {
            throw ConnectionException.settings(
                    "the ssh_config " + file + " is not read, since " + why + "; make it yours, with mode 600");
        });
        return file;
    }

    Path home() {
        return home;
    }

    List<Source> sources() {
        return sources;
    }

    MatchCommands commands() {
        return commands;
    }

    List<SshConfigLine> file(Path file) {
        return files.computeIfAbsent(file, SshConfig::read);
    }

    private static List<SshConfigLine> read(Path file) {
        List<String> lines;
        try {
            // Comments may be in any encoding.
            lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw ConnectionException.settings("cannot read the ssh_config " + file + ": " + e.getMessage());
        }
        List<SshConfigLine> settings = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            SshConfigLine.parse(file + ":" + (i + 1), lines.get(i)).ifPresent(settings::add);
        }
        SshKeywords.check(settings);
        return List.copyOf(settings);
    }
}
