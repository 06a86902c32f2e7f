package jfab.control.fabfile;

import groovy.lang.Closure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import jfab.control.hosts.HostSource;
import jfab.control.task.Strategy;
import jfab.control.task.Task;
import jfab.control.task.TaskException;
import jfab.control.task.TaskParameter;
import org.jspecify.annotations.Nullable;

/**
 * The named arguments of the word {@code task}: a few of its own, all others concern parameters.
 *
 * @param name with its namespaces
 * @param own those of its own that were given
 * @param defaults what {@link ParameterOptions} reads
 */
record TaskOptions(
        String name,
        TaskRole role,
        List<HostSource> hosts,
        Strategy strategy,
        Set<String> own,
        Map<String, @Nullable Object> defaults) {
    /** All names of arguments that mean the same for every task. */
    static final List<String> WORDS = List.of(
            "after",
            "aliases",
            "always",
            "batch",
            "before",
            "choices",
            "default",
            "help",
            "hidden",
            "hosts",
            "incrementable",
            "iterable",
            "local",
            "once",
            "optional",
            "positional",
            "roles",
            "runOnce",
            "serial",
            "shortFlags",
            "wait");

    /** The options of the task {@code name} in the namespace {@code prefix}, declared in {@code file}. */
    static TaskOptions of(String name, String prefix, Map<String, ?> options, Path file) {
        checkedName("a task", name);
        Map<String, @Nullable Object> defaults = new LinkedHashMap<>(options);
        TaskRole role = TaskRole.taken(defaults, name, prefix);
        boolean local = TaskRole.flag("local", defaults);
        List<HostSource> hosts = new ArrayList<>(HostRecorder.sources(TaskRole.list(defaults.remove("hosts")), file));
        TaskRole.list(defaults.remove("roles"))
                .forEach(each -> hosts.add(HostSource.of("@" + each, HostRecorder.folder(file))));
        if (local && !hosts.isEmpty()) {
            throw new TaskException("task '" + name + "' is local and has hosts; one of both");
        }
        if (local) {
            hosts.add(new HostSource.Here());
        }
        Strategy strategy = TaskStrategyOptions.taken(defaults);
        Set<String> own = new LinkedHashSet<>(options.keySet());
        own.removeAll(defaults.keySet());
        return new TaskOptions(prefix + name, role, hosts, strategy, own, defaults);
    }

    /** {@code name}, if it can be typed. */
    static String checkedName(String what, String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_-]*")) {
            throw new TaskException("'" + name + "' cannot be typed as " + what + " name; use letters, digits, - and _"
                    + (name.contains(".") ? "; for a dot: namespace('" + name.replaceAll("\\..*", "") + "') { }" : ""));
        }
        return name;
    }

    /** The task that these options and {@code body} make. */
    Task task(String description, Closure<?> body, Path file, TaskOutput output, Predicate<String> isTask) {
        ClosureBody closure = ClosureBody.of(body, file, output, isTask);
        List<String> names = ParameterSlot.names(closure.slots());
        for (String parameter : names) {
            if (own.contains(parameter)) {
                throw new TaskException("task '" + name + "': '" + parameter
                        + "' is an option of the word task; give the body's parameter another name");
            }
        }
        List<TaskParameter> parameters =
                new TaskParameters(closure.slots(), ParameterOptions.of(defaults, names)).read();
        return new Task(name, description, parameters, role.hooks(), hosts, role.listing(), strategy, closure.body());
    }
}
