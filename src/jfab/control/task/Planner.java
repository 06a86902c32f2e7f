package jfab.control.task;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.control.connection.host.Host;
import jfab.script.Words;

/** Lays out the calls of an invocation: each task between what goes before and after it. */
final class Planner {
    private final Map<String, Task> tasks;
    private final boolean dedupes;
    private final List<Call> calls = new ArrayList<>();
    private final Set<String> once = new HashSet<>();
    private final Set<String> path = new LinkedHashSet<>();
    // What came before tasks of the request that is being laid out.
    private final Set<Request> prepared = new HashSet<>();

    Planner(Map<String, Task> tasks, boolean dedupes) {
        this.tasks = tasks;
        this.dedupes = dedupes;
    }

    Plan plan() {
        return new Plan(calls, dedupes);
    }

    /** Appends {@code request} and all that goes with it. */
    void add(Request request, List<Host> where) {
        prepared.clear();
        expand(request, where, Call.PLAIN);
    }

    /** Follows all that goes with {@code task}, only to see that it can be followed. */
    void visit(Task task) {
        enter(task);
        Task.Hooks hooks = task.hooks();
        hooks.before().forEach(hook -> visit(task, "before", hook));
        hooks.after().forEach(hook -> visit(task, "after", hook));
        hooks.always().forEach(hook -> visit(task, "always", hook));
        path.remove(task.name());
    }

    private void visit(Task task, String word, Hook hook) {
        visit(request(task, word, hook).task());
    }

    private void expand(Request request, List<Host> asked, int since) {
        Task task = request.task();
        if (task.hooks().once() && !once.add(task.name()) && dedupes) {
            return;
        }
        enter(task);
        List<Host> where = task.hooks().once() && task.body() instanceof Body.EachHost
                ? asked.stream().limit(1).toList()
                : asked;
        List<Host> own = task.local() ? List.of(Host.HERE) : where;
        if (!task.hostless() && where.stream().anyMatch(Host::here)) {
            throw new TaskException("task '" + task.name() + "' needs hosts, and goes with a task that has none");
        }
        int begin = calls.size();
        for (Hook hook : task.hooks().before()) {
            Request first = request(task, "before", hook);
            if (prepared.add(first) || !dedupes) {
                expand(first, where, since);
            }
        }
        calls.add(new Call(task, request.arguments(), own, since));
        task.hooks().after().forEach(hook -> expand(request(task, "after", hook), where, since));
        for (Hook hook : task.hooks().always()) {
            expand(request(task, "always", hook), where, begin);
        }
        path.remove(task.name());
    }

    private void enter(Task task) {
        if (!path.add(task.name())) {
            throw new TaskException(
                    "tasks wait for each other: " + String.join(" after ", path) + " after " + task.name());
        }
    }

    private Request request(Task task, String word, Hook hook) {
        String what = "task '" + task.name() + "' has " + word + ": '" + hook.task() + "', ";
        Task other = tasks.get(hook.task());
        if (other == null) {
            throw new TaskException(what + "which is no task" + Words.suggestion(hook.task(), tasks.keySet()));
        }
        boolean bare = hook.positional().isEmpty() && hook.named().isEmpty();
        if (bare && other.parameters().stream().anyMatch(TaskParameter::required)) {
            throw new TaskException(what + "which needs an argument and cannot run by itself; write calling('"
                    + hook.task() + "', ...)");
        }
        return hook.request(other);
    }
}
