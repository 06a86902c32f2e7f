package jfab.connection;

import org.jspecify.annotations.Nullable;

/** The user's password for sudo: asked for when the first host wants it, and kept for the others. */
public final class SudoPassword {
    private final @Nullable Prompt prompt;
    private @Nullable String known;
    private boolean asked;

    private SudoPassword(@Nullable Prompt prompt, @Nullable String known) {
        this.prompt = prompt;
        this.known = known;
    }

    /** One that {@code prompt} is asked for; null where nobody is there to ask. */
    public static SudoPassword ask(@Nullable Prompt prompt) {
        return new SudoPassword(prompt, null);
    }

    static SudoPassword of(String password) {
        return new SudoPassword(null, password);
    }

    /** The password; null where there is none. Synchronized so that many hosts wait for one answer. */
    public synchronized @Nullable String get() {
        if (known == null && prompt != null && !asked) {
            asked = true;
            known = prompt.secret("Password for sudo:");
        }
        return known;
    }
}
