package jfab.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Collectors;
import jfab.connection.Connection;
import jfab.connection.Connector;
import jfab.connection.Group;
import jfab.connection.Host;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan: its calls one after another, the hosts of each call in parallel on virtual threads.
 *
 * <ul>
 *   <li>A host has one connection for all calls, opened at its first and closed at the end.
 *   <li>When a host fails in a call, the other hosts finish that call, and the calls after it are skipped, except those
 *       that clean up after what has begun.
 *   <li>{@link #stop} interrupts all hosts; the report then tells which were stopped.
 * </ul>
 */
public final class TaskExecutor {
    private final Connector connector;
    private final Limits limits;
    private final TaskListener listener;
    private volatile boolean stopping;
    private volatile @Nullable Thread runner;

    /**
     * What bounds a run.
     *
     * @param hosts how many hosts run a task at the same time
     * @param command limit for every command that has no own one; null for none
     */
    public record Limits(int hosts, @Nullable Duration command) {
        public Limits {
            if (hosts < 1) {
                throw new TaskException("the pool size is " + hosts + "; it must be 1 or more");
            }
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
        runner = Thread.currentThread();
        Report report = new Report(List.of());
        try (ConnectionPool pool = new ConnectionPool(connector, limits.command())) {
            TaskRun bodies = new TaskRun(pool);
            List<String> skipped = new ArrayList<>();
            OptionalInt failed = OptionalInt.empty();
            for (int next = 0; next < plan.calls().size(); next++) {
                Call call = plan.calls().get(next);
                if (failed.isPresent() && (stopping || !call.runsAfterFailureOf(failed.getAsInt()))) {
                    skipped.add(call.task().name());
                    continue;
                }
                report = report.and(run(call, pool, bodies));
                if (!report.ok() && failed.isEmpty()) {
                    failed = OptionalInt.of(next);
                }
            }
            if (!skipped.isEmpty()) {
                listener.on(new TaskEvent.Skipped(skipped, reason(report)));
            }
        } finally {
            runner = null;
            // stop() may have set it after the last wait; nobody above is meant.
            Thread.interrupted();
        }
        return report;
    }

    /** Interrupts what runs on all hosts; {@link #execute} returns when each has ended. Safe from any thread. */
    public void stop() {
        stopping = true;
        Thread running = runner;
        if (running != null) {
            running.interrupt();
        }
    }

    private static String reason(Report report) {
        return report.outcomes().stream()
                        .filter(outcome -> !(outcome instanceof HostOutcome.Succeeded))
                        .map(outcome -> outcome.host().toString())
                        .collect(Collectors.joining(", "))
                + (report.stopped() ? " stopped" : " failed");
    }

    private List<HostOutcome> run(Call call, ConnectionPool pool, TaskRun bodies) {
        listener.on(new TaskEvent.Started(call.task().name(), call.hosts()));
        List<HostOutcome> outcomes = switch (call.task().body()) {
            case Body.EachHost _ -> onEachHost(call, pool, bodies);
            case Body.AllHosts _ -> onAllHosts(call, pool, bodies);
        };
        return outcomes;
    }

    private List<HostOutcome> onEachHost(Call call, ConnectionPool pool, TaskRun bodies) {
        Semaphore places = new Semaphore(limits.hosts());
        Map<Host, HostOutcome> ended = new ConcurrentHashMap<>();
        List<Callable<Boolean>> jobs = call.hosts().stream()
                .<Callable<Boolean>>map(host -> () -> {
                    ended.put(host, finished(call, onHost(host, call, pool, bodies, places)));
                    return true;
                })
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            if (!stopping) {
                threads.invokeAll(jobs);
            }
        } catch (InterruptedException e) {
            // invokeAll has interrupted every host, and leaving the block has waited for them.
            stopping = true;
        }
        return call.hosts().stream()
                .map(host -> Objects.requireNonNullElse(ended.get(host), new HostOutcome.Stopped(host, Duration.ZERO)))
                .toList();
    }

    private HostOutcome onHost(Host host, Call call, ConnectionPool pool, TaskRun bodies, Semaphore places) {
        Stopwatch watch = new Stopwatch();
        try {
            places.acquire();
            watch = new Stopwatch();
            try (Connection connection = pool.open(host)) {
                Object value = bodies.run(call.task(), call.arguments(), new Target.One(connection));
                return new HostOutcome.Succeeded(host, watch.time(), value);
            } finally {
                places.release();
            }
        } catch (InterruptedException e) {
            return new HostOutcome.Stopped(host, watch.time());
        } catch (RuntimeException | Error e) {
            return stopping
                    ? new HostOutcome.Stopped(host, watch.time())
                    : new HostOutcome.Failed(host, watch.time(), e);
        }
    }

    private List<HostOutcome> onAllHosts(Call call, ConnectionPool pool, TaskRun bodies) {
        Stopwatch watch = new Stopwatch();
        Function<Host, HostOutcome> outcome;
        try {
            Group group = new Group(call.hosts(), pool);
            Object value = bodies.run(call.task(), call.arguments(), new Target.All(group));
            outcome = host -> new HostOutcome.Succeeded(host, watch.time(), value);
        } catch (InterruptedException e) {
            stopping = true;
            outcome = host -> new HostOutcome.Stopped(host, watch.time());
        } catch (RuntimeException | Error e) {
            outcome = stopping
                    ? host -> new HostOutcome.Stopped(host, watch.time())
                    : GroupFailure.of(e, watch.time())::outcome;
        }
        return call.hosts().stream()
                .map(outcome)
                .map(ended -> finished(call, ended))
                .toList();
    }

    private HostOutcome finished(Call call, HostOutcome outcome) {
        listener.on(new TaskEvent.Finished(call.task().name(), outcome));
        return outcome;
    }
}
