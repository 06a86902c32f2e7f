package jfab.control.fabfile;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jfab.control.task.Frame;
import jfab.control.task.Request;
import jfab.control.task.Target;
import jfab.control.task.Task;
import jfab.control.task.TaskException;
import jfab.script.Words;
import org.jspecify.annotations.Nullable;

/** The word {@code invoke}: calls of tasks by the bodies of others. */
final class Invoker {
    private final TaskTable table;
    private Map<String, Task> tasks = Map.of();

    Invoker(TaskTable table) {
        this.table = table;
    }

    /** Tells which tasks there are, once all are declared. */
    void know(Map<String, Task> declared) {
        tasks = declared;
    }

    /** Runs the task {@code name} on {@code where}, or where its caller runs if that is null; gives its value. */
    @Nullable
    Object invoke(@Nullable Target where, String name, List<@Nullable Object> positional, Map<String, ?> named)
            throws InterruptedException {
        Frame frame = Frame.current()
                .orElseThrow(() -> new TaskException("'invoke' belongs into a task, not at the top of the fabfile"));
        Task task = table.find(frame.task().name(), Task.dashed(name))
                .map(tasks::get)
                .orElseThrow(() ->
                        new TaskException("no task '" + name + "'" + Words.suggestion(Task.dashed(name), spellings())));
        Request request = Request.of(task, positional, named);
        return frame.invoke(request, tasks, where == null ? frame.where() : where);
    }

    /** Names of tasks, with and without their namespaces. */
    private List<String> spellings() {
        return tasks.keySet().stream()
                .flatMap(name -> Stream.of(name, name.substring(name.lastIndexOf('.') + 1)))
                .toList();
    }
}
