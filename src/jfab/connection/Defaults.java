package jfab.connection;

import org.jspecify.annotations.Nullable;

/**
 * What the user's command line says about the commands of tasks.
 *
 * @param manner how commands run that do not say it themselves
 * @param password for sudo
 * @param input what stands on jfab's own standard input; null where that is a terminal
 */
public record Defaults(
        Manner manner, SudoPassword password, @Nullable Input input) {
    /** Nothing unusual, and nobody to ask. */
    public static Defaults plain() {
        return new Defaults(Manner.PLAIN, SudoPassword.ask(null), null);
    }
}
