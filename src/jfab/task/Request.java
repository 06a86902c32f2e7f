package jfab.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task as the user asked for it.
 *
 * @param arguments the values of the task's parameters, in their order
 */
public record Request(Task task, List<@Nullable Object> arguments) {
    public Request {
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
    }

    /**
     * Fills what the user did not give with defaults.
     *
     * @param given values by parameter name
     * @throws TaskException when a required one is missing
     */
    public static Request of(Task task, Map<String, Object> given) {
        List<@Nullable Object> arguments = new ArrayList<>();
        for (Parameter parameter : task.parameters()) {
            if (parameter.required() && !given.containsKey(parameter.name())) {
                throw new TaskException("task '" + task.name() + "' needs "
                        + Task.dashed(parameter.name()).toUpperCase(java.util.Locale.ROOT) + "; see jfab --help "
                        + task.name());
            }
            arguments.add(given.getOrDefault(parameter.name(), parameter.value()));
        }
        return new Request(task, arguments);
    }
}
