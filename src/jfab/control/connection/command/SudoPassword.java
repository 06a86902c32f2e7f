package jfab.control.connection.command;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The user's password for sudo: asked for when the first host wants it, and kept for the others. */
public final class SudoPassword {
    private final Supplier<@Nullable String> source;
    private @Nullable String known;
    private boolean asked;

    private SudoPassword(Supplier<@Nullable String> source) {
        this.source = source;
    }

    /** One that {@code prompt} is asked for; null where nobody is there to ask. */
    public static SudoPassword ask(@Nullable Prompt prompt) {
        return new SudoPassword(() -> prompt == null ? null : prompt.secret("Password for sudo:"));
    }

    /** One that is known, or that a secret tells when sudo asks for it. */
    public static SudoPassword of(Object password) {
        return new SudoPassword(password::toString);
    }

    /** The password; null where there is none. Synchronized so that many hosts wait for one answer. */
    public synchronized @Nullable String get() {
        if (!asked) {
            known = source.get();
            asked = true;
        }
        return known;
    }
}
