package jfab.task;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import jfab.connection.Host;

/** The calls of one invocation, in the order in which they run. */
public record Plan(List<Call> calls) {
    public Plan {
        calls = List.copyOf(calls);
    }

    /**
     * Expands every request into the calls that must come before it and its own.
     *
     * <p>What comes before is expanded depth first, runs on the hosts of the requested task, and runs once for each
     * request however many ways lead to it.
     *
     * @param tasks all tasks by name
     * @param hosts where a requested task runs
     */
    public static Plan of(List<Request> requests, Map<String, Task> tasks, Function<Task, List<Host>> hosts) {
        List<Call> calls = new ArrayList<>();
        for (Request request : requests) {
            List<Host> where = hosts.apply(request.task());
            for (Task first : before(request.task(), tasks)) {
                calls.add(new Call(first, Request.of(first, Map.of()).arguments(), where));
            }
            calls.add(new Call(request.task(), request.arguments(), where));
        }
        return new Plan(calls);
    }

    /** This plan with {@code call} at its end. */
    public Plan then(Call call) {
        List<Call> longer = new ArrayList<>(calls);
        longer.add(call);
        return new Plan(longer);
    }

    /** Every host of the plan once, in order of appearance. */
    public List<Host> hosts() {
        return calls.stream().flatMap(call -> call.hosts().stream()).distinct().toList();
    }

    /**
     * The tasks that run before {@code task}, in order.
     *
     * @throws TaskException when one is unknown, needs an argument, or leads back to itself
     */
    public static List<Task> before(Task task, Map<String, Task> tasks) {
        Set<Task> ordered = new LinkedHashSet<>();
        visit(task, tasks, new LinkedHashSet<>(), ordered);
        ordered.remove(task);
        return List.copyOf(ordered);
    }

    private static void visit(Task task, Map<String, Task> tasks, Set<String> path, Set<Task> ordered) {
        if (!path.add(task.name())) {
            throw new TaskException(
                    "tasks wait for each other: " + String.join(" after ", path) + " after " + task.name());
        }
        for (String name : task.before()) {
            Task first = tasks.get(name);
            if (first == null) {
                throw new TaskException("task '" + task.name() + "' has before: '" + name + "', which is no task"
                        + jfab.dsl.Words.suggestion(name, tasks.keySet()));
            }
            if (first.parameters().stream().anyMatch(Parameter::required)) {
                throw new TaskException("task '" + task.name() + "' has before: '" + name
                        + "', which needs an argument and cannot run by itself");
            }
            visit(first, tasks, path, ordered);
        }
        path.remove(task.name());
        ordered.add(task);
    }
}
