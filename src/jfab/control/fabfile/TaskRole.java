package jfab.control.fabfile;

import groovy.lang.GString;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jfab.control.task.Hook;
import jfab.control.task.Task;
import jfab.control.task.TaskException;
import org.jspecify.annotations.Nullable;

/** Those named arguments of the word {@code task} that say what it runs with and how it is found. */
record TaskRole(Task.Hooks hooks, Task.Listing listing) {
    /** Takes its arguments out of {@code options}. */
    static TaskRole taken(Map<String, @Nullable Object> options, String name, String prefix) {
        // Fabric's word, and ours.
        boolean runOnce = flag("runOnce", options);
        boolean once = flag("once", options) || runOnce;
        Task.Hooks hooks = new Task.Hooks(
                hooks("before", options.remove("before")),
                hooks("after", options.remove("after")),
                hooks("always", options.remove("always")),
                once);
        List<String> aliases = list(options.remove("aliases")).stream()
                .map(alias -> prefix + TaskOptions.checkedName("an alias", String.valueOf(alias)))
                .toList();
        boolean hidden = flag("hidden", options) || name.startsWith("_");
        return new TaskRole(hooks, new Task.Listing(aliases, hidden, flag("default", options)));
    }

    private static List<Hook> hooks(String word, @Nullable Object value) {
        return list(value).stream()
                .map(hook -> switch (hook) {
                    case Hook call -> call;
                    case String task -> Hook.of(task);
                    case GString task -> Hook.of(task.toString());
                    default ->
                        throw new TaskException(
                                word + ": takes names of tasks and calling('name', ...), not '" + hook + "'");
                })
                .toList();
    }

    static boolean flag(String word, Map<String, @Nullable Object> options) {
        Object value = options.remove(word);
        if (value != null && !(value instanceof Boolean)) {
            throw new TaskException(word + ": takes true or false, not '" + value + "'");
        }
        return Boolean.TRUE.equals(value);
    }

    /** A list as it is, one value as a list. */
    static List<?> list(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        if (value instanceof Object[] several) {
            return Stream.of(several).toList();
        }
        return value instanceof Collection<?> several ? List.copyOf(several) : List.of(value);
    }
}
