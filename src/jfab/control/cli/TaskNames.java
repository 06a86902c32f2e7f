package jfab.control.cli;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import jfab.control.fabfile.jobs.JobTasks;
import jfab.control.task.Task;
import jfab.script.Words;

/**
 * The words that call a task.
 *
 * @param callable tasks by all their names
 */
record TaskNames(Map<String, Task> callable) {
    /** The task that {@code word} calls, typed with dashes or underscores. */
    Optional<Task> find(String word) {
        return Optional.ofNullable(callable.get(Task.dashed(word)));
    }

    /** Whether {@code word} may be a task that was mistyped. */
    boolean isNear(String word) {
        return suggestion(word).startsWith("; did you mean");
    }

    /** {@code "; did you mean 'x'?"}, or where to look; hidden tasks are not betrayed. */
    String suggestion(String word) {
        Optional<String> block = JobTasks.broughtBy(word);
        if (block.isPresent()) {
            return "; a fabfile with " + block.get() + " has it";
        }
        String near = Words.suggestion(
                Task.dashed(word),
                callable.entrySet().stream()
                        .filter(called -> !called.getValue().listing().hidden())
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet()));
        return near.isEmpty() ? "; jfab --list shows all, and jfab -- " + word + " runs a command" : near;
    }
}
