package jfab.control.connection.jsch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import jfab.control.connection.command.Prompt;
import org.jspecify.annotations.Nullable;

/**
 * The user's answers: to each question of jfab's own asked for once and kept for all hosts, to a host's question never kept.
 */
final class Secrets {
    private final @Nullable Prompt prompt;
    private final Map<String, Optional<String>> passphrases = new HashMap<>();
    private boolean asked;
    private @Nullable String password;

    Secrets(@Nullable Prompt prompt) {
        this.prompt = prompt;
    }

    boolean canAsk() {
        return prompt != null;
    }

    /** Whether the user was asked for something. */
    synchronized boolean asked() {
        return asked || !passphrases.isEmpty();
    }

    /** The password for logging in, the same on every host. Synchronized so that many hosts wait for one answer. */
    synchronized @Nullable String password() {
        if (!asked) {
            asked = true;
            password = prompt == null ? null : prompt.secret("Password:");
        }
        return password;
    }

    /** The passphrase of a key. */
    synchronized @Nullable String passphrase(String key) {
        return passphrases
                .computeIfAbsent(
                        key,
                        file -> Optional.ofNullable(prompt)
                                .map(user -> user.passphrase("Passphrase for " + file + ":")))
                .orElse(null);
    }

    /** What the user answers {@code question} of a host, this once. */
    synchronized @Nullable String reply(String question, boolean echo) {
        return prompt == null ? null : prompt.reply(question, echo);
    }
}
