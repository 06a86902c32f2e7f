package jfab.control.connection.command;

import org.jspecify.annotations.Nullable;

/** Asks the user for a password or a passphrase. One question at a time; of its own, jfab asks none twice. */
@FunctionalInterface
public interface Prompt {
    /** Whether it knows passwords and passphrases, and answers hosts; where not, ways to log in that want these are not tried. */
    default boolean forLogins() {
        return true;
    }

    /**
     * The answer to a question of jfab's own: whether the key of an unknown host is to be believed.
     *
     * @return null, unless overridden: nobody is there to answer
     */
    default @Nullable String trust(String question) {
        return null;
    }

    /**
     * The answer to {@code question}, which ends in a colon, typed without echo.
     *
     * @return null when the user declines or nobody is there to answer
     */
    @Nullable
    String secret(String question);

    /** The passphrase of a key, which goes to no host; as {@link #secret}. */
    default @Nullable String passphrase(String question) {
        return secret(question);
    }

    /**
     * The answer to a question of a host, whose words {@code question} names as the host's; it goes to that host, this once.
     *
     * @param echo whether the host says that the answer may be seen
     * @return as {@link #secret}
     */
    default @Nullable String reply(String question, boolean echo) {
        return secret(question);
    }
}
