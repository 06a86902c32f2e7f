package jfab.connection.jsch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import jfab.connection.Prompt;
import org.jspecify.annotations.Nullable;

/** The user's answers, each asked for once and kept for all hosts. */
final class Secrets {
    private final @Nullable Prompt prompt;
    private final Map<String, Optional<String>> answers = new HashMap<>();

    Secrets(@Nullable Prompt prompt) {
        this.prompt = prompt;
    }

    boolean canAsk() {
        return prompt != null;
    }

    /** The password for logging in, the same on every host. */
    @Nullable
    String password() {
        return ask("Password:");
    }

    /** The passphrase of a key. */
    @Nullable
    String passphrase(String key) {
        return ask("Passphrase for " + key + ":");
    }

    /** Synchronized so that many hosts wait for one answer. */
    synchronized @Nullable String ask(String question) {
        if (prompt == null) {
            return null;
        }
        Optional<String> known = answers.get(question);
        if (known == null) {
            known = Optional.ofNullable(prompt.secret(question));
            answers.put(question, known);
        }
        return known.orElse(null);
    }
}
