package jfab.control.fabfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.UserFolders;
import jfab.control.connection.command.Secret;
import jfab.control.task.TaskException;
import jfab.script.Words;

/**
 * Where a secret comes from.
 *
 * @param kind {@code env}, {@code file} or {@code prompt}
 */
record SecretSource(String kind, String name) {
    private static final List<String> KINDS = List.of("env", "file", "prompt");

    static SecretSource of(Map<String, ?> options) {
        if (options.size() != 1) {
            throw new TaskException("secret takes one of env:, file: and prompt:, not " + options.keySet());
        }
        Map.Entry<String, ?> option = options.entrySet().iterator().next();
        if (!KINDS.contains(option.getKey())) {
            throw new TaskException(
                    "secret takes no '" + option.getKey() + ":'" + Words.suggestion(option.getKey(), KINDS));
        }
        return new SecretSource(option.getKey(), String.valueOf(option.getValue()));
    }

    Secret secret(Questioner user) {
        return switch (kind) {
            case "env" -> variable();
            case "file" -> Secret.from(this::text, name);
            default -> Secret.from(() -> typed(user), "the answer to '" + name + "'");
        };
    }

    /** Masked before its first use where it is set: programs have it too, and may print it. */
    private Secret variable() {
        String what = "the environment variable " + name;
        return Optional.ofNullable(System.getenv(name))
                .map(value -> Secret.known(value, what))
                .orElseGet(() -> Secret.from(this::missing, what));
    }

    private String missing() {
        throw new TaskException("the environment variable " + name + " is not set");
    }

    private String text() {
        Path file = UserFolders.resolve(name, Path.of(System.getProperty("user.home")), Path.of(""));
        try {
            return Files.readString(file).stripTrailing();
        } catch (IOException e) {
            throw new TaskException("cannot read the secret in " + name + ": "
                    + (Files.exists(file) ? e.getMessage() : "there is no such file"));
        }
    }

    private String typed(Questioner user) {
        return user.secret(name)
                .orElseThrow(() ->
                        new TaskException("nobody is there to answer '" + name + "': standard input is at its end"));
    }
}
