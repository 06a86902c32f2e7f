package jfab.control.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A token that begins with a dash, taken apart.
 *
 * @param token as it was typed
 * @param shown the flag in it, without its value
 * @param name without leading dashes, with dashes for underscores; one letter for a short flag
 * @param attached what follows the flag in the same token; null where nothing does
 */
record FlagToken(
        String token, String shown, String name, @Nullable String attached) {
    /** Reads {@code --name}, {@code --name=value}, {@code -n}, {@code -nvalue}, {@code -n=value} or {@code -nmo}. */
    static FlagToken of(String token) {
        if (token.startsWith("--")) {
            int equals = token.indexOf('=');
            String shown = equals < 0 ? token : token.substring(0, equals);
            return new FlagToken(token, shown, dashed(shown.substring(2)), equals < 0 ? null : token.substring(equals));
        }
        String rest = token.substring(2);
        return new FlagToken(token, token.substring(0, 2), token.substring(1, 2), rest.isEmpty() ? null : rest);
    }

    boolean isLong() {
        return shown.startsWith("--");
    }

    /** The value that is attached to a flag which takes one. */
    Optional<String> value() {
        return Optional.ofNullable(attached).map(text -> text.startsWith("=") ? text.substring(1) : text);
    }

    /**
     * The short flags that are attached to one that takes no value.
     *
     * @param where what the message begins with where a value is attached
     */
    Optional<FlagToken> rest(String where) {
        if (attached == null) {
            return Optional.empty();
        }
        if (isLong() || attached.startsWith("=")) {
            throw new UsageException(where + shown + " takes no value, but got '" + attached.substring(1) + "'");
        }
        return Optional.of(new FlagToken(
                token,
                "-" + attached.charAt(0),
                attached.substring(0, 1),
                attached.length() == 1 ? null : attached.substring(1)));
    }

    /** The long flag that a token with one dash would be with two: {@code path} for {@code -path=/x}. */
    Optional<String> withTwoDashes() {
        if (isLong() || !token.startsWith(shown) || token.length() < 3) {
            return Optional.empty();
        }
        int equals = token.indexOf('=');
        return Optional.of(dashed(token.substring(1, equals < 0 ? token.length() : equals)));
    }

    private static String dashed(String name) {
        return name.replace('_', '-');
    }
}
