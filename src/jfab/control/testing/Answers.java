package jfab.control.testing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import jfab.control.fabfile.Questioner;
import jfab.control.task.TaskException;

/** What the user of a test says to the questions of tasks. */
final class Answers implements Questioner {
    private final Map<String, String> answers = new LinkedHashMap<>();
    private final Map<String, Integer> asked = new LinkedHashMap<>();

    /** {@code true} and {@code false} are yes and no. */
    void add(String question, Object answer) {
        answers.put(question, answer instanceof Boolean yes ? (yes ? "yes" : "no") : String.valueOf(answer));
    }

    @Override
    public synchronized Optional<String> answer(String question) {
        String words = question.endsWith(" [y/n]") ? question.substring(0, question.length() - 6) : question;
        String answer = answers.get(words);
        if (answer == null) {
            throw new TaskException("no answer to '" + words + "'; give one with answering('" + words + "', ...)");
        }
        // Who is asked the same again has not said yes or no.
        if (!words.equals(question) && Objects.requireNonNull(asked.merge(words, 1, Integer::sum)) > 1) {
            throw new TaskException("answering('" + words + "', '" + answer + "') is neither yes nor no");
        }
        return Optional.of(answer);
    }

    @Override
    public Optional<String> secret(String question) {
        return answer(question);
    }
}
