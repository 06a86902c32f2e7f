package jfab.control.cli;

import java.util.List;
import java.util.Optional;

/**
 * What a command line tells while no task is known.
 *
 * @param core the flags before the first task, and the fabfile wherever it is named
 * @param help as in {@link TaskArguments#help}
 * @param namesTask whether there is a word that can only be a task
 */
public record Preview(CoreOptions core, Optional<String> help, boolean namesTask, List<String> command) {
    public Preview {
        command = List.copyOf(command);
    }

    /** This preview with other flags before the first task. */
    public Preview with(CoreOptions other) {
        return new Preview(other, help, namesTask, command);
    }
}
