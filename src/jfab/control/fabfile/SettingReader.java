package jfab.control.fabfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import jfab.control.settings.Level;
import jfab.control.settings.Setting;
import jfab.control.settings.SettingException;
import jfab.control.settings.Settings;
import jfab.control.settings.Switch;
import jfab.control.task.TaskParameter;
import jfab.script.Words;
import org.jspecify.annotations.Nullable;

/** What a fabfile knows as {@code settings}: {@code settings.region}. */
public final class SettingReader {
    /** {@code settings.region}, {@code settings['region']} and {@code setting('region')}: bodies run too late to tell what they read. */
    private static final Pattern USE = Pattern.compile(
            "\\bsettings\\s*\\??\\.\\s*['\"]?(\\w+)|\\bsettings?\\s*[(\\[]?\\s*['\"]([\\w-]+)['\"](?!\\s*:)");

    private final Settings settings;
    private final Reading reading;
    private Level level = Level.FABFILE;

    SettingReader(Settings settings, Reading reading) {
        this.settings = settings;
        this.reading = reading;
    }

    /** What is declared from now on is a profile's. */
    void ofProfiles() {
        level = Level.PROFILE;
    }

    void declare(Map<String, ?> values) {
        String here = reading.here().toString();
        values.forEach((key, value) -> {
            if (value == null) {
                throw new SettingException(here + ": setting '" + key + "' has no value");
            }
            settings.make(new Setting(key, value, level, here));
        });
    }

    /** Refuses what the fabfile, which lies in {@code files}, declares and nobody can mean. */
    void check(Collection<Path> files) {
        settings.checkDeclared(key -> files.stream()
                .flatMap(file -> USE.matcher(text(file)).results())
                .anyMatch(use ->
                        Setting.key(use.group(use.group(1) == null ? 2 : 1)).equals(key)));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new SettingException(file + " cannot be read: " + e.getMessage());
        }
    }

    /** The value of {@code key}; Groovy reads {@code settings.region} through this. */
    public @Nullable Object get(String key) {
        return reading.located(() -> {
            if (!settings.known().contains(Setting.key(key))
                    && settings.find(key).isEmpty()) {
                throw new SettingException("no setting '" + key + "'" + Words.suggestion(key, settings.known()));
            }
            return value(key, null);
        });
    }

    /** The value of {@code key}, or {@code fallback} where no level has one. */
    @Nullable
    Object get(String key, @Nullable Object fallback) {
        settings.mention(key);
        return reading.located(() -> value(key, fallback));
    }

    private @Nullable Object value(String key, @Nullable Object fallback) {
        Optional<Setting> found = settings.find(key);
        if (found.isEmpty()) {
            return fallback;
        }
        Object model = settings.find(key, Level.FABFILE)
                .or(() -> settings.find(key, Level.PROFILE))
                .map(Setting::value)
                .orElse(null);
        return typed(found.get(), model == null ? fallback : model);
    }

    /** {@code setting}'s value as one of {@code model}'s kind. */
    private static Object typed(Setting setting, @Nullable Object model) {
        if (setting.level() == Level.FABFILE || setting.level() == Level.PROFILE || model == null) {
            return setting.value();
        }
        String text = setting.value().toString();
        try {
            return switch (model) {
                case Boolean flag -> Switch.parse(text);
                case Collection<?> list -> Arrays.asList(text.split("\\s*,\\s*"));
                default -> TaskParameter.optional(setting.key(), model).type().parse(text);
            };
        } catch (IllegalArgumentException e) {
            throw new SettingException(setting.origin() + ": setting '" + setting.key() + "' takes "
                    + (model instanceof Boolean
                            ? "true or false"
                            : TaskParameter.optional(setting.key(), model)
                                    .type()
                                    .accepts())
                    + ", not '" + text + "'");
        }
    }
}
