package jfab.connection;

import org.jspecify.annotations.Nullable;

/** Asks the user for a password or a passphrase. One question at a time; never asked the same thing twice. */
@FunctionalInterface
public interface Prompt {
    /**
     * The answer to {@code question}, which ends in a colon, typed without echo.
     *
     * @return null when the user declines or nobody is there to answer
     */
    @Nullable
    String secret(String question);
}
