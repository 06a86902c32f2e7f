package jfab.control.task;

import java.time.Duration;
import jfab.control.connection.Connector;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan: its calls one after another, the hosts of each call as their strategy says.
 *
 * <ul>
 *   <li>A host has one connection for all calls, opened at its first and closed at the end.
 *   <li>What follows for others when a host fails is up to the {@link Tolerance}. Calls that clean up after what has begun
 *       run all the same.
 *   <li>In batches, each batch runs the whole plan before the next one begins.
 *   <li>{@link #stop} interrupts all hosts; the report then tells which were stopped.
 * </ul>
 */
public final class TaskExecutor {
    private final Connector connector;
    private final Limits limits;
    private final TaskListener listener;
    private final StopRequest stop = new StopRequest();

    /**
     * What bounds a run.
     *
     * @param hosts how many hosts run a task at the same time
     * @param command limit for every command that has no own one; null for none
     * @param strategy for all tasks; where it is parallel, a task's own counts
     * @param tolerance how many hosts may fail
     */
    public record Limits(int hosts, @Nullable Duration command, Strategy strategy, Tolerance tolerance) {
        public Limits {
            if (hosts < 1) {
                throw new TaskException("the pool size is " + hosts + "; it must be 1 or more");
            }
        }

        public Limits(int hosts, @Nullable Duration command) {
            this(hosts, command, new Strategy.Parallel(), new Tolerance.FinishTask());
        }

        /** All hosts at the same time, commands for as long as they take. */
        public static Limits none() {
            return new Limits(Integer.MAX_VALUE, null);
        }
    }

    public TaskExecutor(Connector connector, Limits limits, TaskListener listener) {
        this.connector = connector;
        this.limits = limits;
        this.listener = listener;
    }

    /** Runs all calls of {@code plan} and waits for them. Does not throw for what happens on hosts. */
    public Report execute(Plan plan) {
        stop.begin();
        try (ConnectionPool pool = new ConnectionPool(connector, limits.command())) {
            return new Execution(plan, limits, listener, stop, pool).run();
        } finally {
            stop.end();
        }
    }

    /** Interrupts what runs on all hosts; {@link #execute} returns when each has ended. Safe from any thread. */
    public void stop() {
        stop.ask();
    }
}
