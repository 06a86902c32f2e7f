package jfab.control.fabfile;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import jfab.control.connection.host.Host;
import jfab.control.task.CallFrame;
import jfab.control.task.Request;
import jfab.control.task.Target;
import jfab.control.task.Task;
import jfab.control.task.TaskException;
import jfab.script.Words;
import org.jspecify.annotations.Nullable;

/** The word {@code invoke}: calls of tasks by the bodies of others. */
final class Invoker {
    private final TaskTable table;
    private final Function<Task, List<Host>> hosts;
    private Map<String, Task> tasks = Map.of();

    /** @param hosts where a task runs unless the command line says otherwise, once all is read */
    Invoker(TaskTable table, Function<Task, List<Host>> hosts) {
        this.table = table;
        this.hosts = hosts;
    }

    /** Tells which tasks there are, once all are declared. */
    void know(Map<String, Task> declared) {
        tasks = declared;
    }

    /** Runs the task {@code name} on {@code where}, or as {@link #where} says if that is null; gives its value. */
    @Nullable
    Object invoke(@Nullable Target where, String name, List<@Nullable Object> positional, Map<String, ?> named)
            throws InterruptedException {
        CallFrame frame = CallFrame.current()
                .orElseThrow(() -> new TaskException("'invoke' belongs into a task, not at the top of the fabfile"));
        Task task = table.find(frame.task().name(), Task.dashed(name))
                .map(tasks::get)
                .orElseThrow(() ->
                        new TaskException("no task '" + name + "'" + Words.suggestion(Task.dashed(name), spellings())));
        Request request = Request.of(task, positional, named);
        Target on = where == null ? where(frame, task) : where;
        if (task.local() && !on.here()) {
            throw new TaskException("task '" + task.name() + "' is local and cannot be invoked for a host; name it in"
                    + " before, after or always, or invoke it from a task that is local itself or has no hosts");
        }
        return frame.invoke(request, tasks, on);
    }

    /**
     * Where its caller runs; the hosts of {@code task} where its caller has none.
     *
     * @throws TaskException where the caller runs on a host of its own that is none of {@code task}
     */
    private Target where(CallFrame frame, Task task) {
        Target here = frame.where();
        if (task.hosts().isEmpty() || task.local()) {
            return here;
        }
        List<Host> own = hosts.apply(task);
        if (here.here()) {
            return new Target.All(frame.group(own));
        }
        List<Host> callers = switch (here) {
            case Target.One one -> List.of(one.connection().host());
            case Target.All all -> all.group().hosts();
        };
        // Whoever names hosts on the command line means all that runs.
        callers.stream()
                .filter(host -> !own.contains(host) && hosts.apply(frame.task()).contains(host))
                .findFirst()
                .ifPresent(host -> {
                    throw new TaskException("task '" + task.name() + "' has hosts of its own, and " + host
                            + " is none of them; say where it is to run: invoke(group('" + own.getFirst() + "'), '"
                            + task.name() + "')");
                });
        return here;
    }

    /** Names of tasks, with and without their namespaces. */
    private List<String> spellings() {
        return tasks.keySet().stream()
                .flatMap(name -> Stream.of(name, name.substring(name.lastIndexOf('.') + 1)))
                .toList();
    }
}
