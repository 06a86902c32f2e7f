package jfab.control.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.PlainText;
import jfab.script.Words;
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
        for (TaskParameter parameter : task.parameters()) {
            if (parameter.required() && !given.containsKey(parameter.name())) {
                throw new TaskException("task '" + task.name() + "' needs "
                        + (parameter.place() > 0 ? parameter.title() : parameter.flag()) + "; see jfab --help "
                        + task.name());
            }
            arguments.add(given.getOrDefault(parameter.name(), parameter.value()));
        }
        return new Request(task, arguments);
    }

    /**
     * What a fabfile gives to a task that it calls.
     *
     * @param positional values in the order of the task's parameters
     * @param named values by parameter
     * @throws TaskException when there is no such parameter, or a required one is missing
     */
    public static Request of(Task task, List<?> positional, Map<String, ?> named) {
        List<String> names = task.parameters().stream().map(TaskParameter::name).toList();
        if (positional.size() > names.size()) {
            throw new TaskException("task '" + task.name() + "' takes " + PlainText.counted(names.size(), "argument")
                    + ", not " + positional.size());
        }
        Map<String, Object> given = new LinkedHashMap<>();
        for (int index = 0; index < positional.size(); index++) {
            given.put(names.get(index), positional.get(index));
        }
        named.forEach((name, value) -> {
            String known = names.stream()
                    .filter(parameter -> Task.dashed(parameter).equals(Task.dashed(name)))
                    .findFirst()
                    .orElseThrow(() -> new TaskException("task '" + task.name() + "' has no parameter '" + name + "'"
                            + Words.suggestion(name, names)));
            if (given.containsKey(known)) {
                throw new TaskException("task '" + task.name() + "' is given '" + known + "' twice");
            }
            given.put(known, value);
        });
        return of(task, given);
    }
}
