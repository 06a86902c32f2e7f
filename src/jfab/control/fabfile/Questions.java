package jfab.control.fabfile;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import jfab.control.task.TaskException;
import org.jspecify.annotations.Nullable;

/** Questions to the user, each asked once. */
final class Questions {
    private final Function<String, Optional<String>> user;
    private final BooleanSupplier person;
    private final Map<String, String> answers = new HashMap<>();

    /** Questions that lines answer; with nothing where there are no more. */
    Questions(Function<String, Optional<String>> lines) {
        this(lines, () -> false);
    }

    /**
     * Questions that {@code user} answers; with nothing where nobody is there.
     *
     * @param person whether somebody sees the question: no answer declines it then, and does not mean the default
     */
    Questions(Function<String, Optional<String>> user, BooleanSupplier person) {
        this.user = user;
        this.person = person;
    }

    // One at a time: hosts ask at the same time, and the terminal has one line for the answer.
    synchronized String prompt(Map<String, ?> options, String question) {
        Object preset = preset("prompt", options);
        return answers.computeIfAbsent(question, any -> {
            String said = ask(preset == null ? question : question + " [" + preset + "]", preset != null);
            return said.isEmpty() && preset != null ? preset.toString() : said;
        });
    }

    synchronized boolean confirm(Map<String, ?> options, String question) {
        Object preset = preset("confirm", options);
        if (preset != null && !(preset instanceof Boolean)) {
            throw new TaskException("confirm's default is true or false, not '" + preset + "'");
        }
        String answer = answers.computeIfAbsent(question, any -> {
            String said = "";
            while (!said.matches("y|yes|n|no")) {
                said = ask(
                                question + (preset == null ? " [y/n]" : preset.equals(true) ? " [Y/n]" : " [y/N]"),
                                preset != null)
                        .toLowerCase(Locale.ROOT);
                said = said.isEmpty() && preset != null ? preset.equals(true) ? "y" : "n" : said;
            }
            return said;
        });
        return answer.startsWith("y");
    }

    private static @Nullable Object preset(String word, Map<String, ?> options) {
        options.keySet().stream()
                .filter(name -> !name.equals("default"))
                .findFirst()
                .ifPresent(name -> {
                    throw new TaskException(word + " has no option '" + name + "'; there is default");
                });
        return options.get("default");
    }

    private String ask(String question, boolean preset) {
        return user.apply(question)
                // A script that answers what it must leaves the rest as it is.
                .or(() -> preset
                                && !person.getAsBoolean()
                                && !Thread.currentThread().isInterrupted()
                        ? Optional.of("")
                        : Optional.empty())
                .orElseThrow(() -> new TaskException(
                        Thread.currentThread().isInterrupted()
                                ? "interrupted at the question '" + question + "'"
                                : "nobody is there to answer '" + question + "': standard input is at its end"))
                .strip();
    }
}
