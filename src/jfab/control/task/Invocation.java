package jfab.control.task;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A task that a body asked for, between all that goes with it. */
final class Invocation {
    private final TaskRun run;
    private final Map<String, Task> tasks;
    private final Target where;
    private final Set<Request> prepared = new HashSet<>();

    Invocation(TaskRun run, Map<String, Task> tasks, Target where) {
        this.run = run;
        this.tasks = tasks;
        this.where = where;
    }

    /** Runs {@code request} for the tasks {@code callers}, each of which called the next. */
    @Nullable
    Object run(Request request, List<String> callers) throws InterruptedException {
        return run(request, callers, run::run);
    }

    /** How the body of a task is run, without what goes with it. */
    @FunctionalInterface
    private interface Runner {
        @Nullable
        Object run(Task task, List<@Nullable Object> arguments, Target where, List<String> path)
                throws InterruptedException;
    }

    private @Nullable Object run(Request request, List<String> callers, Runner runner) throws InterruptedException {
        Task task = request.task();
        if (callers.contains(task.name())) {
            throw new TaskException(
                    "tasks call each other: " + String.join(" calls ", callers) + " calls " + task.name());
        }
        List<String> path = new ArrayList<>(callers);
        path.add(task.name());
        Object value;
        try {
            value = guarded(request, callers, path, runner);
        } catch (RuntimeException | Error e) {
            // What was interrupted is to end, not to begin something else.
            if (!(e instanceof StoppedError) && !Thread.currentThread().isInterrupted()) {
                cleanUpAfter(e, task, path);
            }
            throw e;
        }
        hooks(task.hooks().always(), path);
        return value;
    }

    private @Nullable Object guarded(Request request, List<String> callers, List<String> path, Runner runner)
            throws InterruptedException {
        Task task = request.task();
        for (Hook hook : task.hooks().before()) {
            Request first = request(hook);
            if (prepared.add(first) || !run.dedupes()) {
                run(first, path, run::prepare);
            }
        }
        Object value = runner.run(task, request.arguments(), where, callers);
        hooks(task.hooks().after(), path);
        return value;
    }

    private void cleanUpAfter(Throwable failure, Task task, List<String> path) throws InterruptedException {
        try {
            hooks(task.hooks().always(), path);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void hooks(List<Hook> hooks, List<String> path) throws InterruptedException {
        for (Hook hook : hooks) {
            run(request(hook), path);
        }
    }

    private Request request(Hook hook) {
        Task task = tasks.get(hook.task());
        if (task == null) {
            throw new TaskException("there is no task '" + hook.task() + "'");
        }
        return hook.request(task);
    }
}
