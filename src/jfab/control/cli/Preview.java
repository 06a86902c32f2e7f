package jfab.control.cli;

import java.util.List;
import java.util.Optional;

/**
 * What a command line tells while no task is known.
 *
 * @param core the flags before the first task, and the fabfile wherever it is named
 * @param help as in {@link TaskArguments#help}
 * @param words from the first one that can only be a task up to {@code --}
 */
public record Preview(CoreOptions core, Optional<String> help, List<String> words, List<String> command) {
    public Preview {
        words = List.copyOf(words);
        command = List.copyOf(command);
    }

    public boolean namesTask() {
        return !words.isEmpty();
    }

    /** This preview with other flags before the first task. */
    public Preview with(CoreOptions other) {
        return new Preview(other, help, words, command);
    }
}
