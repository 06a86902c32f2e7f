package jfab.control.fabfile;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.JfabException;
import jfab.control.task.Hook;
import jfab.control.task.Plan;
import jfab.control.task.Task;
import jfab.control.task.Task.Hooks;
import jfab.script.Location;
import jfab.script.ScriptException;

/** The tasks that were declared, under all the names that they are called by, each name once. */
final class TaskTable {
    /** The command that looks at fabfiles of strangers without running them: whether they have a task of that name it cannot know. */
    private static final String CHECK = "lint";

    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Location> declared = new LinkedHashMap<>();

    /** Adds {@code task}, declared at {@code here} in the namespace {@code prefix}. */
    void add(Task task, String prefix, Location here) {
        claim(task.name(), task, here, "task '" + task.name() + "'");
        for (String alias : task.listing().aliases()) {
            claim(alias, task, here, "alias '" + alias + "' of task '" + task.name() + "'");
        }
        if (task.listing().fallback()) {
            String space = Task.dashed(prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1));
            claim(space, task, here, (space.isEmpty() ? "the default task" : "the default task of " + space));
        }
        tasks.put(task.name(), task);
    }

    /** Keeps {@code name} for a profile, declared at {@code here}. */
    void claim(String name, Location here) {
        Location earlier = declared.putIfAbsent(name, here);
        if (earlier != null) {
            throw new ScriptException(
                    here,
                    "profile '" + name + "' has the name of what is declared at " + earlier + "; name it otherwise");
        }
    }

    /** Adds a task that the fabfile has by itself, unless it calls another one so. */
    void addUnlessDeclared(Task task) {
        Location profile = names.containsKey(task.name()) ? null : declared.get(task.name());
        if (profile != null) {
            throw new ScriptException(
                    profile,
                    "profile '" + task.name()
                            + "' has the name of a task that the fabfile's jobs bring; name it otherwise");
        }
        if (!names.containsKey(task.name())) {
            names.put(task.name(), task.name());
            tasks.put(task.name(), task);
        }
    }

    private void claim(String name, Task task, Location here, String what) {
        if (name.equals(CHECK)) {
            throw new ScriptException(
                    here,
                    what + " would never be called: jfab " + CHECK
                            + " is jfab's own, which runs no fabfile; name it otherwise");
        }
        Location earlier = declared.putIfAbsent(name, here);
        if (earlier != null) {
            throw new ScriptException(here, what + " is already declared at " + earlier);
        }
        names.put(name, task.name());
    }

    /** The tasks by their names, with every task that goes with another one found and checked. */
    Map<String, Task> checked(Path file) {
        Map<String, Task> found = new LinkedHashMap<>();
        tasks.forEach((name, task) -> found.put(name, task.with(resolved(task))));
        for (Task task : found.values()) {
            try {
                Plan.check(task, found);
            } catch (JfabException e) {
                throw new ScriptException(declared.getOrDefault(task.name(), new Location(file, 0)), e.getMessage(), e);
            }
        }
        return found;
    }

    /** Whether a task is called by that name, with underscores or dashes. */
    boolean has(String name) {
        return names.containsKey(Task.dashed(name));
    }

    /** The names of {@link #checked}'s tasks by every name that they are called by: aliases, and a namespace for its default. */
    Map<String, String> names() {
        return names;
    }

    private Hooks resolved(Task task) {
        Hooks hooks = task.hooks();
        return new Hooks(
                resolved(task, hooks.before()),
                resolved(task, hooks.after()),
                resolved(task, hooks.always()),
                hooks.once());
    }

    private List<Hook> resolved(Task task, List<Hook> hooks) {
        return hooks.stream()
                .map(hook -> find(task.name(), hook.task()).map(hook::named).orElse(hook))
                .toList();
    }

    /** What {@code name} means beside the task {@code speaker}: a task of its namespace, else of one around it. */
    Optional<String> find(String speaker, String name) {
        int dot = speaker.lastIndexOf('.');
        String space = dot < 0 ? "" : speaker.substring(0, dot);
        String found = names.get(space.isEmpty() ? name : space + "." + name);
        return found != null ? Optional.of(found) : space.isEmpty() ? Optional.empty() : find(space, name);
    }
}
