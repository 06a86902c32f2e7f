package jfab.control.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import jfab.control.connection.Group;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** A task's body that is running, and from which it may call other tasks. */
public final class CallFrame {
    // Inherited, because the threads that a group starts within a body work for it; a ScopedValue does not reach them.
    private static final ThreadLocal<@Nullable CallFrame> CURRENT = new InheritableThreadLocal<>();

    private final TaskRun run;
    private final Task task;
    private final Target where;
    private final List<String> path;
    private final Thread thread = Thread.currentThread();

    CallFrame(TaskRun run, Task task, Target where, List<String> callers) {
        this.run = run;
        this.task = task;
        this.where = where;
        List<String> all = new ArrayList<>(callers);
        all.add(task.name());
        this.path = List.copyOf(all);
    }

    /** The body that this thread works for. */
    public static Optional<CallFrame> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    static @Nullable Object call(CallFrame frame, Callable<@Nullable Object> body) throws InterruptedException {
        CallFrame outer = CURRENT.get();
        CURRENT.set(frame);
        try {
            return body.call();
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            CURRENT.set(outer);
        }
    }

    /** Hosts that this body may work on, on connections of their own. */
    public Group group(List<Host> hosts) {
        return run.group(hosts);
    }

    /** The same, for the body's own words: once the user stops it, they end it. */
    public Group groupOfBody(List<Host> hosts) {
        return run.groupOfBody(hosts);
    }

    /** Runs a command on this machine, as the word of a connection of this body does. */
    public Result local(Map<String, ?> options, String line) {
        return switch (where) {
            case Target.One one -> one.connection().local(options, line);
            case Target.All all -> here(options, line);
        };
    }

    private Result here(Map<String, ?> options, String line) {
        try {
            return groupOfBody(List.of(Host.HERE))
                    .run(connection -> connection.local(options, line))
                    .orThrow()
                    .getFirst();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionException(Host.HERE, ConnectionException.Reason.LOST, "interrupted", e);
        }
    }

    /**
     * Waits; where the user stops this body, that ends it.
     *
     * @throws InterruptedException in a thread that the body has made
     */
    public void sleep(Duration time) throws InterruptedException {
        run.check();
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            run.check();
            throw e;
        }
    }

    /** The task whose body it is. */
    public Task task() {
        return task;
    }

    /**
     * Where this body runs.
     *
     * @throws TaskException in a thread of a group, whose host is not known here
     */
    public Target where() {
        if (!thread.equals(Thread.currentThread())) {
            throw new TaskException("say on which host to invoke: invoke(c, 'name')");
        }
        return where;
    }

    /**
     * Runs another task between all that goes with it.
     *
     * @param tasks all tasks by name
     * @return the value of its body; for a body that runs on each of several hosts, the values by host
     * @throws TaskException when the task is one of those that lead here
     */
    public @Nullable Object invoke(Request request, Map<String, Task> tasks, Target on) throws InterruptedException {
        run.check();
        // What a job does on its hosts when it is interrupted is not to be cut short.
        Target plain = on instanceof Target.All all
                ? new Target.All(run.group(all.group().hosts()))
                : on;
        try {
            return new Invocation(run, tasks, plain).run(request, path);
        } catch (InterruptedException | RuntimeException | StoppedError e) {
            run.check();
            throw e;
        }
    }
}
