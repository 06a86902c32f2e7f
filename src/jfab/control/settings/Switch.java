package jfab.control.settings;

import java.util.Locale;

/** A setting that is on or off, as text. */
public final class Switch {
    private Switch() {}

    /**
     * Reads {@code true}, {@code yes}, {@code on} or {@code 1}, and their opposites.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static boolean parse(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1" -> true;
            case "false", "no", "off", "0" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }
}
