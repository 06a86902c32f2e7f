package jfab.control.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import jfab.control.connection.files.Ownership;
import jfab.control.settings.Level;
import jfab.control.settings.Setting;
import jfab.control.settings.SettingException;
import jfab.control.settings.SettingSources;
import jfab.control.settings.Settings;
import jfab.control.settings.Switch;
import jfab.control.task.Arity;

/** The flags of jfab as settings: where the command line has none, the environment, the fabfile or the user's file may. */
public final class SettingLevels {
    /** Flags that ask for something once, or that name what the settings are for. */
    private static final Set<String> FLAGS_ONLY = Set.of(
            "hosts",
            "roles",
            "profile",
            "exclude",
            "fabfile",
            "search-root",
            "list",
            "list-depth",
            "list-format",
            "help",
            "version",
            "set",
            "explain-settings",
            "list-agent-keys",
            "complete",
            "print-completion-script",
            "rerun");

    /** What holds where nothing is said; a switch is off then. */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("batch", "all hosts"),
            Map.entry("cold", "true"),
            Map.entry("collection", "fabfile"),
            Map.entry("color", "auto"),
            Map.entry("command-timeout", "none"),
            Map.entry("connect-timeout", "ssh_config's, else 10"),
            Map.entry("hide", "nothing"),
            Map.entry("identity", "ssh_config's, else the agent's and ~/.ssh/id_*"),
            Map.entry("jump", "ssh_config's"),
            Map.entry("keep-sessions", "ssh_config's ControlPersist, else no"),
            Map.entry("keepalive", "ssh_config's, else 15"),
            Map.entry("known-hosts", "ssh_config's, else ~/.ssh/known_hosts and known_hosts2"),
            Map.entry("log-dir", "none"),
            Map.entry("max-fail", "no limit"),
            Map.entry("output", "lines"),
            Map.entry("pool-size", "all hosts"),
            Map.entry("port", "ssh_config's, else 22"),
            Map.entry("retries", "0"),
            Map.entry("shell", "the account's where that is bash, zsh or ksh, else /bin/sh"),
            Map.entry("ssh-config", "~/.ssh/config and /etc/ssh/ssh_config"),
            Map.entry("ssh-option", "none"),
            Map.entry("strict-host-keys", "ssh_config's, else accept-new"),
            Map.entry("trusted-folders", "none"),
            Map.entry("user", "ssh_config's, else the local user"),
            Map.entry("wait", "0s"));

    private final Settings settings;

    private SettingLevels(Settings settings) {
        this.settings = settings;
    }

    /**
     * Reads all levels but the fabfile's.
     *
     * @throws SettingException naming the file and line, the variable, or the flag of a setting that cannot be made
     */
    public static SettingLevels read(CoreOptions commandLine, Map<String, String> environment, Path home) {
        Set<String> words = Arrays.stream(CoreFlag.values())
                .map(SettingLevels::key)
                .filter(Predicate.not(FLAGS_ONLY::contains))
                .collect(Collectors.toSet());
        Settings settings = new Settings(words, FLAGS_ONLY);
        SettingSources.file(own(SettingSources.userFile(environment, home))).forEach(settings::make);
        SettingSources.environment(environment).stream()
                // Programs that build or install jfab may have variables of these names.
                .filter(setting -> !List.of("version", "help").contains(setting.key()))
                .forEach(settings::make);
        SettingLevels levels = new SettingLevels(settings);
        levels.set(commandLine);
        return levels;
    }

    /** The settings; the fabfile adds its own while it is read. */
    public Settings settings() {
        return settings;
    }

    /**
     * {@code commandLine}, and what the settings say about flags that it leaves out.
     *
     * @throws SettingException for a setting that does not exist, or that its flag does not accept
     */
    public CoreOptions complete(CoreOptions commandLine) {
        set(commandLine);
        settings.check();
        return over(commandLine);
    }

    /** As {@link #complete}, while the fabfile's settings are not known yet. */
    public CoreOptions over(CoreOptions commandLine) {
        Map<CoreFlag, List<String>> given = new EnumMap<>(CoreFlag.class);
        for (CoreFlag flag : CoreFlag.values()) {
            List<String> values = commandLine.given().get(flag);
            if (values == null && !FLAGS_ONLY.contains(key(flag))) {
                values = settings.find(key(flag))
                        .map(setting -> values(flag, setting))
                        .orElse(List.of());
            }
            if (values != null && !values.isEmpty()) {
                given.put(flag, values);
            }
        }
        return new CoreOptions(given);
    }

    /** Checks what {@link #complete} gave; a bad value is told with the place that it comes from. */
    public CoreOptions checked(CoreOptions complete, CoreOptions commandLine) {
        try {
            return complete.checked();
        } catch (UsageException e) {
            for (CoreFlag flag : CoreFlag.values()) {
                Optional<Setting> setting = settings.find(key(flag));
                if (setting.isPresent()
                        && !commandLine.given().containsKey(flag)
                        && e.getMessage().contains(flag.flag())) {
                    throw new UsageException(setting.get().origin() + ": " + e.getMessage());
                }
            }
            throw e;
        }
    }

    /**
     * Whether a process may wait for commands such as this one, which somebody has to ask for: in the settings for those at a terminal, in
     * the environment for all.
     */
    public boolean waits(CoreOptions commandLine, boolean terminal) {
        return !commandLine.given().containsKey(CoreFlag.COLD)
                && settings.find(key(CoreFlag.COLD))
                        .filter(said -> !isOn(said) && (terminal || said.level() == Level.ENVIRONMENT))
                        .isPresent();
    }

    /** A line for every setting: its value, and where that comes from. */
    public String explain() {
        List<List<String>> rows = new ArrayList<>();
        for (String key : new TreeSet<>(settings.known())) {
            Optional<Setting> setting = settings.find(key);
            if (setting.isPresent()) {
                rows.add(List.of(
                        shown(key, String.valueOf(setting.get().value())),
                        setting.get().origin()));
            } else {
                boolean own = Arrays.stream(CoreFlag.values())
                        .anyMatch(flag -> key(flag).equals(key));
                rows.add(List.of(
                        own ? key + " = " + DEFAULTS.getOrDefault(key, "false") : key, own ? "default" : "not set"));
            }
        }
        return TwoColumns.unwrapped(rows);
    }

    /** The same file: what it says is executed, as a ProxyCommand is, and may be which fabfiles are trusted. */
    private static Path own(Path file) {
        if (Files.exists(file)) {
            Ownership.doubt(file).ifPresent(why -> {
                throw new SettingException("the settings " + file + " are not read, since " + why
                        + "; make them and the folders above them yours, and writable by nobody else");
            });
        }
        return file;
    }

    private static String shown(String key, String value) {
        boolean secret = key.matches(".*(password|passphrase|secret|token).*") && !key.startsWith("prompt-");
        return key + " = " + (secret ? "***" : value);
    }

    private void set(CoreOptions commandLine) {
        for (String pair : commandLine.set()) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new UsageException("--set takes key=value, not '" + pair + "'");
            }
            String key = pair.substring(0, equals).strip();
            settings.make(new Setting(key, pair.substring(equals + 1), Level.COMMAND_LINE, "--set " + key));
        }
        commandLine.given().forEach((flag, values) -> {
            if (!FLAGS_ONLY.contains(key(flag))) {
                String value = flag.takes() == Arity.NOTHING ? "true" : String.join(",", values);
                settings.make(new Setting(key(flag), value, Level.COMMAND_LINE, "flag " + flag.flag()));
            }
        });
    }

    private static List<String> values(CoreFlag flag, Setting setting) {
        if (flag.takes() == Arity.NOTHING) {
            return isOn(setting) ? List.of("") : List.of();
        }
        List<String> values = setting.value() instanceof Collection<?> several
                ? several.stream().map(String::valueOf).toList()
                : List.of(String.valueOf(setting.value()));
        for (String value : values) {
            if (!flag.choices().isEmpty() && !flag.choices().contains(value)) {
                throw new SettingException(setting.origin() + ": " + setting.key() + " takes "
                        + String.join(", ", flag.choices()) + ", not '" + value + "'");
            }
        }
        return values;
    }

    private static boolean isOn(Setting setting) {
        try {
            return Switch.parse(String.valueOf(setting.value()));
        } catch (IllegalArgumentException e) {
            throw new SettingException(
                    setting.origin() + ": " + setting.key() + " takes true or false, not '" + setting.value() + "'");
        }
    }

    private static String key(CoreFlag flag) {
        return flag.flag().substring(2);
    }
}
