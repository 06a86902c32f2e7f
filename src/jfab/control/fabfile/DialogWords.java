package jfab.control.fabfile;

import java.util.Map;

/**
 * The words by which a task talks to the user. A question is asked once in an invocation, and all hosts get the answer. Where standard input
 * is no terminal, its next line is the answer, as in {@code echo y | jfab wipe}; at its end a question has its default for an answer, and without one asking is an error.
 *
 * <pre>{@code
 * task('wipe', yes: false) { c, yes ->
 *     if (yes || confirm('Remove all models?')) {
 *         c.run('rm -rf models')
 *     }
 * }
 * }</pre>
 */
public interface DialogWords {
    /** Whether the user answers with yes: {@code if (confirm('Really?')) { ... }}. Asks again after anything but yes or no. */
    default boolean confirm(String question) {
        return confirm(Map.of(), question);
    }

    /** The same; {@code confirm('Really?', default: false)} is what an empty answer means. */
    boolean confirm(Map<String, ?> options, String question);

    /** Ends the task on this host with a sentence, and counts as a failure: {@code fail('there is no model')}. */
    void fail(String sentence);

    /** What the user answers, without blanks around it: {@code def name = prompt('Name?')}. */
    default String prompt(String question) {
        return prompt(Map.of(), question);
    }

    /** The same; {@code prompt('Branch?', default: 'main')} is what an empty answer means. */
    String prompt(Map<String, ?> options, String question);
}
