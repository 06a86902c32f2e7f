package jfab.control.connection.command;

import java.util.Collection;
import java.util.Comparator;
import jfab.JfabException;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** A word of a task that was given an option or a value that it does not take. */
public final class OptionException extends JfabException {
    public OptionException(String message) {
        super(message);
    }

    /** An option that {@code word} does not have, answered with the nearest that it has. */
    public static OptionException unknown(String word, String option, Collection<String> known) {
        String near = known.stream()
                .min(Comparator.comparingInt((String each) ->
                                LevenshteinDistance.getDefaultInstance().apply(option, each))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse("");
        return new OptionException(word + " has no option '" + option + "'; did you mean '" + near + "'? There are "
                + String.join(", ", known.stream().sorted().toList()));
    }

    public static OptionException value(String option, Object value, String right) {
        return new OptionException(option + ": " + value + " is not " + right);
    }
}
