package jfab.control.settings;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A value that was given to a name.
 *
 * @param key in words with dashes: {@code pool-size}
 * @param value text, or what the fabfile wrote
 * @param origin the place, for people: {@code fabfile.groovy:3}, {@code variable JFAB_POOL_SIZE}
 */
public record Setting(String key, Object value, Level level, String origin) {
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    public Setting {
        key = key(key);
    }

    /** {@code poolSize}, {@code pool_size}, {@code POOL_SIZE} and {@code pool-size} are one key. */
    public static String key(String spelled) {
        String dashed = spelled.equals(spelled.toUpperCase(Locale.ROOT))
                ? spelled
                : HUMP.matcher(spelled).replaceAll("-");
        return dashed.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
