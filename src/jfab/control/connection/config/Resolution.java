package jfab.control.connection.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One host on its way through the files: what has been found decides which blocks come into effect. */
final class Resolution {
    private final SshConfig config;
    private final String name;
    private final List<SshConfigLine> settings;
    private String matched;
    private boolean isFinal;
    private boolean asksForFinal;

    Resolution(SshConfig config, String name, List<SshConfigLine> given) {
        this.config = config;
        this.name = name;
        this.matched = name;
        this.settings = new ArrayList<>(given);
    }

    HostConfig resolve() {
        pass();
        if (asksForFinal) {
            isFinal = true;
            matched = found().hostName();
            // The name is settled by now.
            settings.add(new SshConfigLine(name, "hostname", List.of(matched.replace("%", "%%"))));
            pass();
        }
        return found();
    }

    private void pass() {
        config.sources().forEach(source -> read(source.file(), source.folder(), 0));
    }

    /** What is known so far. */
    HostConfig found() {
        return new HostConfig(name, config.home(), settings);
    }

    boolean isFinal() {
        return isFinal;
    }

    MatchCommands commands() {
        return config.commands();
    }

    private void read(Path start, Path folder, int depth) {
        boolean active = true;
        for (SshConfigLine setting : config.file(start)) {
            switch (setting.keyword()) {
                case "host" -> active = new SshHostPattern(setting.arguments()).matches(matched);
                case "match" -> {
                    Match match = Match.parse(setting);
                    asksForFinal |= match.asksForFinal();
                    active = match.holds(this);
                }
                case "include" -> {
                    if (active) {
                        config.included(setting, folder, depth + 1).forEach(file -> read(file, folder, depth + 1));
                    }
                }
                default -> {
                    if (active) {
                        settings.add(setting);
                    }
                }
            }
        }
    }
}
