package jfab.dsl.fabfile;

import groovy.lang.Closure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.connection.Host;
import jfab.dsl.Words;
import jfab.task.Parameter;
import jfab.task.Task;
import jfab.task.TaskException;
import org.jspecify.annotations.Nullable;

/**
 * The named arguments of the word {@code task}: a few of its own, all others are defaults of parameters.
 *
 * @param name with its namespaces
 * @param own those of its own that were given
 * @param defaults by parameter name; a default may be null
 */
record TaskOptions(
        String name, TaskRole role, List<Host> hosts, Set<String> own, Map<String, @Nullable Object> defaults) {
    /** The options of the task {@code name} in the namespace {@code prefix}. */
    static TaskOptions of(String name, String prefix, Map<String, ?> options) {
        checkedName("a task", name);
        Map<String, @Nullable Object> defaults = new LinkedHashMap<>(options);
        TaskRole role = TaskRole.taken(defaults, name, prefix);
        List<Host> hosts = hosts(TaskRole.list(defaults.remove("hosts")));
        Set<String> own = new LinkedHashSet<>(options.keySet());
        own.removeAll(defaults.keySet());
        return new TaskOptions(prefix + name, role, hosts, own, defaults);
    }

    /** {@code name}, if it can be typed. */
    static String checkedName(String what, String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_-]*")) {
            throw new TaskException("'" + name + "' cannot be typed as " + what + " name; use letters, digits, - and _"
                    + (name.contains(".") ? "; for a dot: namespace('" + name.replaceAll("\\..*", "") + "') { }" : ""));
        }
        return name;
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
    Task task(String description, Closure<?> body, Path file, ScriptOutput output) {
        ClosureBody closure = ClosureBody.of(body, file, output);
        List<Parameter> parameters = new ArrayList<>();
        Map<String, @Nullable Object> unused = new LinkedHashMap<>(defaults);
        for (ClosureBody.Slot slot : closure.slots()) {
            if (own.contains(slot.name())) {
                throw new TaskException("task '" + name + "': '" + slot.name()
                        + "' is an option of the word task; give the body's parameter another name");
            }
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
        return new Task(name, description, parameters, role.order(), hosts, role.listing(), closure.body());
    }
}
