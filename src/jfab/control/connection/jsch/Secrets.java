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
        return prompt != null && prompt.forLogins();
    }

    /** Whether the user was asked for something. */
    synchronized boolean asked() {
        return asked || !passphrases.isEmpty();
    }

    /** The password for logging in, the same on every host. Synchronized so that many hosts wait for one answer. */
    synchronized @Nullable String password() {
        if (!asked) {
            asked = true;
            password = prompt == null || !canAsk() ? null : prompt.secret("Password:");
        }
        return password;
    }

    /** The passphrase of a key. */
    synchronized @Nullable String passphrase(String key) {
        return passphrases
                .computeIfAbsent(
                        key,
                        file -> Optional.ofNullable(prompt)
                                .filter(Prompt::forLogins)
                                .map(user -> user.passphrase("Passphrase for " + file + ":")))
                .orElse(null);
    }

    /** What the user answers {@code question} of a host, this once. */
    synchronized @Nullable String reply(String question, boolean echo) {
        return prompt == null || !canAsk() ? null : prompt.reply(question, echo);
    }

    /** What the user answers a question of jfab's own about the key of a host. */
    synchronized @Nullable String trust(String question) {
        return prompt == null ? null : prompt.trust(question);
    }
}
