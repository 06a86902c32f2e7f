package jfab.control.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jfab.control.connection.host.Host;

/**
 * The calls of one invocation, in the order in which they run.
 *
 * @param dedupes whether what several ask for runs once for all of them, also where tasks call each other
 */
public record Plan(List<Call> calls, boolean dedupes) {
    public Plan {
        calls = List.copyOf(calls);
    }

    public Plan(List<Call> calls) {
        this(calls, true);
    }

    /**
     * Expands every request into its own call and those that go with it.
     *
     * <p>What comes before a task is expanded depth first, runs on the hosts of the requested task, and runs once for each
     * request and arguments however many ways lead to it. A task that is declared {@code once} runs once in the plan: on
     * the first host that it is asked for, or for all of these where its body takes the group.
     *
     * @param tasks all tasks by name
     * @param hosts where a requested task runs
     */
    public static Plan of(List<Request> requests, Map<String, Task> tasks, Function<Task, List<Host>> hosts) {
        return of(requests, tasks, hosts, true);
    }

    /** As above; without {@code dedupes}, whatever is asked for runs as often as it is. */
    public static Plan of(
            List<Request> requests, Map<String, Task> tasks, Function<Task, List<Host>> hosts, boolean dedupes) {
        Planner planner = new Planner(tasks, dedupes);
        requests.forEach(request -> planner.add(request, hosts.apply(request.task())));
        return planner.plan();
    }

    /**
     * Checks what goes with {@code task}.
     *
     * @throws TaskException when one is unknown, misses an argument, or leads back to itself
     */
    public static void check(Task task, Map<String, Task> tasks) {
        new Planner(tasks, true).visit(task);
    }

    /** This plan with {@code call} at its end. */
    public Plan then(Call call) {
        List<Call> longer = new ArrayList<>(calls);
        longer.add(call);
        return new Plan(longer, dedupes);
    }

    /** Every host of the plan once, in order of appearance. */
    public List<Host> hosts() {
        return calls.stream().flatMap(call -> call.hosts().stream()).distinct().toList();
    }
}
