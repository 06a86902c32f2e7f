package jfab.control.settings;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Reads settings from outside of the fabfile. */
public final class SettingSources {
    private static final String PREFIX = "JFAB_";

    private SettingSources() {}

    /** The user's file: {@code jfab/settings} below {@code XDG_CONFIG_HOME}, or below {@code .config} of {@code home}. */
    public static Path userFile(Map<String, String> environment, Path home) {
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        return (config.isEmpty() ? home.resolve(".config") : Path.of(config)).resolve("jfab/settings");
    }

    /**
     * Reads lines {@code key = value}, written as Java's properties; empty where there is no such file.
     *
     * @throws SettingException naming the line that is none
     */
    public static List<Setting> file(Path file) {
        List<Setting> settings = new ArrayList<>();
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new SettingException(file + " cannot be read: " + e.getMessage());
        }
        for (int index = 0; index < lines.size(); index++) {
            String origin = file + ":" + (index + 1);
            Properties line = properties(lines.get(index), origin);
            for (String key : line.stringPropertyNames()) {
                String value = line.getProperty(key);
                if (value.isBlank()) {
                    throw new SettingException(origin + ": '" + key + "' has no value; write key = value");
                }
                settings.add(new Setting(key, value.strip(), Level.USER, origin));
            }
        }
        return settings;
    }

    /** Variables such as {@code JFAB_POOL_SIZE}; an empty one is none. */
    public static List<Setting> environment(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith(PREFIX)
                        && variable.getKey().length() > PREFIX.length()
                        && !variable.getValue().isEmpty())
                .map(variable -> new Setting(
                        variable.getKey().substring(PREFIX.length()),
                        variable.getValue(),
                        Level.ENVIRONMENT,
                        "variable " + variable.getKey()))
                .toList();
    }

    private static Properties properties(String line, String origin) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(line));
        } catch (IOException | IllegalArgumentException e) {
            throw new SettingException(origin + ": " + e.getMessage());
        }
        return properties;
    }
}
