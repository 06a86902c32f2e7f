package jfab.dsl.fabfile;

import groovy.lang.Closure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.connection.Host;
import jfab.dsl.Words;
import jfab.task.Parameter;
import jfab.task.Task;
import jfab.task.TaskException;
import org.jspecify.annotations.Nullable;

/**
 * The named arguments of the word {@code task}: a few of its own, all others are defaults of parameters.
 *
 * @param defaults by parameter name; a default may be null
 */
record TaskOptions(List<String> before, List<Host> hosts, Map<String, @Nullable Object> defaults) {
    static TaskOptions of(Map<String, ?> options) {
        Map<String, @Nullable Object> defaults = new LinkedHashMap<>(options);
        List<String> before =
                list(defaults.remove("before")).stream().map(String::valueOf).toList();
        List<Host> hosts = hosts(list(defaults.remove("hosts")));
        return new TaskOptions(before, hosts, defaults);
    }

    /** Reads names of hosts. */
    static List<Host> hosts(List<?> named) {
        return named.stream()
                .flatMap(name ->
                        name instanceof Collection<?> several ? several.stream() : java.util.stream.Stream.of(name))
                .map(name -> name instanceof Host host ? host : Host.parse(String.valueOf(name)))
                .toList();
    }

    /** The task that these options and {@code body} make. */
    Task task(String name, String description, Closure<?> body, Path file, ScriptOutput output) {
        if (!name.matches("[A-Za-z][A-Za-z0-9_-]*")) {
            throw new TaskException("'" + name + "' cannot be typed as a task name; use letters, digits, - and _");
        }
        ClosureBody closure = ClosureBody.of(body, file, output);
        List<Parameter> parameters = new ArrayList<>();
        Map<String, @Nullable Object> unused = new LinkedHashMap<>(defaults);
        for (ClosureBody.Slot slot : closure.slots()) {
            if (unused.containsKey(slot.name())) {
                parameters.add(Parameter.optional(slot.name(), unused.remove(slot.name())));
            } else {
                parameters.add(Parameter.required(slot.name(), slot.type()));
            }
        }
        if (!unused.isEmpty()) {
            String extra = unused.keySet().iterator().next();
            List<String> names =
                    closure.slots().stream().map(ClosureBody.Slot::name).toList();
            throw new TaskException("task '" + name + "' has a default for '" + extra
                    + "', but its body has no such parameter" + Words.suggestion(extra, names));
        }
        return new Task(name, description, parameters, before, hosts, closure.body());
    }

    private static List<?> list(@Nullable Object value) {
        return switch (value) {
            case null -> List.of();
            case Collection<?> several -> List.copyOf(several);
            default -> List.of(value);
        };
    }
}
