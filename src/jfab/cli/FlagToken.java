package jfab.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A token that begins with a dash, taken apart.
 *
 * @param shown the flag as it was typed, without its value
 * @param name without leading dashes, with dashes for underscores
 * @param value what was attached to it; null where nothing was
 */
record FlagToken(String shown, String name, @Nullable String value) {
    /** Reads {@code --name}, {@code --name=value}, {@code -n}, {@code -nvalue} or {@code -n=value}. */
    static FlagToken of(String token) {
        if (token.startsWith("--")) {
            int equals = token.indexOf('=');
            String shown = equals < 0 ? token : token.substring(0, equals);
            return new FlagToken(shown, dashed(shown.substring(2)), equals < 0 ? null : token.substring(equals + 1));
        }
        String shown = token.substring(0, 2);
        String rest = token.substring(2);
        String value = rest.isEmpty() ? null : rest.startsWith("=") ? rest.substring(1) : rest;
        return new FlagToken(shown, shown.substring(1), value);
    }

    void refuseValue() {
        if (value != null) {
            throw new UsageException(String.format(Locale.ROOT, "%s takes no value, but got '%s'", shown, value));
        }
    }

    private static String dashed(String name) {
        return name.replace('_', '-');
    }
}
