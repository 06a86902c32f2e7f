package jfab.control.fabfile;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import jfab.control.task.TaskException;

/** Questions to the user, each asked once. */
final class Questions {
    private final Function<String, Optional<String>> user;
    private final Map<String, String> answers = new HashMap<>();

    /** Questions that {@code user} answers; with nothing where nobody is there. */
    Questions(Function<String, Optional<String>> user) {
        this.user = user;
    }

    // One at a time: hosts ask at the same time, and the terminal has one line for the answer.
    synchronized String prompt(String question) {
        return answers.computeIfAbsent(question, this::ask);
    }

    synchronized boolean confirm(String question) {
        String answer = answers.computeIfAbsent(question, any -> {
            String said = "";
            while (!said.matches("y|yes|n|no")) {
                said = ask(question + " [y/n]").toLowerCase(Locale.ROOT);
            }
            return said;
        });
        return answer.startsWith("y");
    }

    private String ask(String question) {
        return user.apply(question)
                .orElseThrow(() -> new TaskException(
                        "nobody is there to answer '" + question + "': standard input is no terminal"))
                .strip();
    }
}
