package jfab.control.task;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import jfab.control.connection.Connection;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.Outcome;
import org.jspecify.annotations.Nullable;

/** The bodies of one invocation: what they share, and where each of them may run. */
final class TaskRun {
    private final ConnectionPool connector;
    private final int atOnce;
    private final boolean dedupes;
    private final boolean stops;
    private final Once once = new Once();
    private final Map<String, OneByOne> turns = new ConcurrentHashMap<>();

    /**
     * Bodies that reach hosts over {@code connector}.
     *
     * @param atOnce how many hosts of one group work at the same time
     * @param dedupes whether what several ask for runs once for all of them
     * @param stops whether hosts that wait for their turn do not begin where one before them has failed
     */
    TaskRun(ConnectionPool connector, int atOnce, boolean dedupes, boolean stops) {
        this.stops = stops;
        this.atOnce = atOnce;
        this.connector = connector;
        this.dedupes = dedupes;
    }

    /** Whether what several ask for runs once for all of them. */
    boolean dedupes() {
        return dedupes;
    }

    /** Hosts that bodies of this run may work on. */
    Group group(List<Host> hosts) {
        return new Group(hosts, connector, atOnce);
    }

    /** Ends the body in this thread where it has been stopped. */
    void check() {
        connector.checkBody();
    }

    /** The same for the body in this thread, which goes no further once it is stopped. */
    Group groupOfBody(List<Host> hosts) {
        return new Group(hosts, connector.forGroup(), atOnce);
    }

    /** Runs {@code task} and nothing that goes with it; gives its value. */
    @Nullable
    Object run(Task task, List<@Nullable Object> arguments, Target where) throws InterruptedException {
        return run(task, arguments, where, List.of());
    }

    /**
     * Runs {@code task} for the tasks {@code path}, each of which called the next.
     *
     * @return the value of its body; for a body that runs on each of several hosts, the values by host
     */
    @Nullable
    Object run(Task task, List<@Nullable Object> arguments, Target where, List<String> path)
            throws InterruptedException {
        if (where.here() && !task.hostless()) {
            throw new TaskException("task '" + task.name()
                    + "' needs hosts and cannot be invoked by a task that has none; name them: invoke(group('host'), '"
                    + task.name() + "')");
        }
        if (task.hooks().once() && dedupes) {
            return once.value(task.name(), path, () -> placed(task, arguments, first(task, where), path));
        }
        return placed(task, arguments, task.hooks().once() ? first(task, where) : where, path);
    }

    /** What belongs to a task on hosts, or is called where there are none, runs here as it does when the user names it. */
    private @Nullable Object placed(Task task, List<@Nullable Object> arguments, Target where, List<String> path)
            throws InterruptedException {
        return task.local() && !where.onThisMachine()
                ? here(task, arguments, path)
                : body(task, arguments, where, path);
    }

    /** As {@link #run}, of a local task that comes before one on {@code where}: for hosts that all ask for it, it runs once. */
    @Nullable
    Object prepare(Task task, List<@Nullable Object> arguments, Target where, List<String> path)
            throws InterruptedException {
        boolean ofOneHost = where instanceof Target.One && !where.here();
        if (!task.local() || !ofOneHost || !dedupes) {
            return run(task, arguments, where, path);
        }
        String key = arguments.isEmpty() ? task.name() : task.name() + arguments;
        return once.value(key, path, () -> here(task, arguments, path));
    }

    private @Nullable Object here(Task task, List<@Nullable Object> arguments, List<String> path)
            throws InterruptedException {
        Connection here = connector.open(Host.HERE);
        try {
            return body(task, arguments, new Target.One(here), path);
        } finally {
            connector.leave(here);
        }
    }

    private @Nullable Object body(Task task, List<@Nullable Object> arguments, Target where, List<String> path)
            throws InterruptedException {
        if (task.body() instanceof Body.EachHost body) {
            return where instanceof Target.One one
                    ? inTurn(task, one, path, () -> body.run(one.connection(), arguments))
                    : onEach(((Target.All) where).group(), task, body, arguments, path);
        }
        Body.AllHosts body = (Body.AllHosts) task.body();
        Group group = where instanceof Target.One one
                ? group(List.of(one.connection().host()))
                : ((Target.All) where).group();
        return framed(task, new Target.All(group), path, () -> body.run(group, arguments));
    }

    private Object onEach(
            Group group, Task task, Body.EachHost body, List<@Nullable Object> arguments, List<String> path)
            throws InterruptedException {
        List<Outcome<Optional<Object>>> outcomes = new ArrayList<>();
        for (List<Host> turn : task.strategy().turns(group.hosts())) {
            if (!outcomes.isEmpty()) {
                Thread.sleep(task.strategy().pause());
            }
            GroupResult<Optional<Object>> result = new Group(turn, connector.forGroup(), group.atOnce())
                    .run(connection -> Optional.ofNullable(on(connection, task, body, arguments, path)));
            outcomes.addAll(result.outcomes());
            if (stops && !result.ok()) {
                break;
            }
        }
        GroupResult<Optional<Object>> all = new GroupResult<>(outcomes);
        all.orThrow();
        Map<Host, @Nullable Object> values = new LinkedHashMap<>();
        all.values().forEach((host, value) -> values.put(host, value.orElse(null)));
        return values;
    }

    /** Runs {@code body} on one host: at once where the turns of its hosts are laid out already, or it has none. */
    private @Nullable Object inTurn(Task task, Target.One where, List<String> path, Callable<@Nullable Object> body)
            throws InterruptedException {
        boolean free = task.strategy() instanceof Strategy.Parallel || path.isEmpty() || where.here();
        if (free || path.stream().anyMatch(turns::containsKey)) {
            return framed(task, where, path, body);
        }
        return turns.computeIfAbsent(
                        task.name(), name -> new OneByOne(name, task.strategy().pause(), stops))
                .run(where.connection().host(), () -> framed(task, where, path, body));
    }

    private @Nullable Object on(
            Connection connection, Task task, Body.EachHost body, List<@Nullable Object> arguments, List<String> path) {
        try {
            return framed(task, new Target.One(connection), path, () -> body.run(connection, arguments));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionException(connection.host(), ConnectionException.Reason.LOST, "interrupted", e);
        }
    }

    private Target first(Task task, Target where) {
        return switch (where) {
            case Target.All all
            when task.body() instanceof Body.EachHost ->
                new Target.All(group(all.group().hosts().subList(0, 1)));
            case Target.All all -> all;
            case Target.One one -> one;
        };
    }

    private @Nullable Object framed(Task task, Target where, List<String> path, Callable<@Nullable Object> body)
            throws InterruptedException {
        return CallFrame.call(new CallFrame(this, task, where, path), body);
    }
}
