package jfab.control.task;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostSet;

/** One run of a plan: batch by batch, call by call, turn by turn. */
final class Execution {
    private final Plan plan;
    private final TaskExecutor.Limits limits;
    private final TaskListener listener;
    private final StopRequest stop;
    private final HostWork work;
    private final FailedHosts losses;
    private final Set<String> skipped = new LinkedHashSet<>();
    private Report report = new Report(List.of());

    Execution(Plan plan, TaskExecutor.Limits limits, TaskListener listener, StopRequest stop, ConnectionPool pool) {
        this.plan = plan;
        this.limits = limits;
        this.listener = listener;
        this.stop = stop;
        this.work = new HostWork(
                pool,
                new TaskRun(pool, limits.hosts(), plan.dedupes(), limits.tolerance() instanceof Tolerance.FinishTask),
                stop);
        this.losses = new FailedHosts(limits.tolerance(), plan.hosts().size());
    }

    Report run() {
        List<List<Host>> batches = limits.strategy() instanceof Strategy.Rolling rolling
                ? rolling.turns(plan.hosts())
                : List.of(plan.hosts());
        for (int next = 0; next < batches.size(); next++) {
            List<Host> batch = batches.get(next);
            if (next > 0 && (losses.stopBatches() || !waited(limits.strategy()))) {
                List<Host> left =
                        batches.stream().skip(next).flatMap(List::stream).toList();
                leaveOut(left);
                break;
            }
            if (batches.size() > 1) {
                listener.notice(null, "batch " + (next + 1) + " of " + batches.size() + ": " + HostSet.fold(batch));
            }
            runOn(Set.copyOf(batch));
        }
        if (!skipped.isEmpty()) {
            listener.on(new TaskEvent.Skipped(List.copyOf(skipped), why()));
        }
        return report;
    }

    private void leaveOut(List<Host> hosts) {
        listener.notice(null, "not begun on " + HostSet.fold(hosts) + " because " + why());
        String why = why();
        report = report.and(hosts.stream()
                .<HostOutcome>map(
                        host -> stop.asked() ? HostOutcome.Stopped.before(host) : new HostOutcome.Skipped(host, why))
                .toList());
    }

    private void runOn(Set<Host> batch) {
        for (int index = 0; index < plan.calls().size(); index++) {
            Call call = plan.calls().get(index);
            List<Host> meant = call.hosts().stream().filter(batch::contains).toList();
            List<Host> hosts = meant.stream()
                    .filter(host -> !stop.asked() || losses.none())
                    .filter(host -> losses.permits(call, host))
                    .toList();
            if (!hosts.isEmpty()) {
                report = report.and(run(call, hosts, index));
            } else if (!meant.isEmpty()) {
                skipped.add(call.task().name());
            }
        }
    }

    private List<HostOutcome> run(Call call, List<Host> hosts, int index) {
        listener.on(new TaskEvent.Started(call.task().name(), hosts));
        return call.task().body() instanceof Body.EachHost
                ? onEachHost(call, hosts, index)
                : work.onAll(call, hosts).stream()
                        .map(outcome -> finished(call, outcome, index))
                        .toList();
    }

    private List<HostOutcome> onEachHost(Call call, List<Host> hosts, int index) {
        Strategy strategy = limits.strategy() instanceof Strategy.Serial all
                ? all
                : call.task().strategy();
        Map<Host, HostOutcome> ended = new ConcurrentHashMap<>();
        for (List<Host> together : strategy.turns(hosts)) {
            if (!ended.isEmpty() && (isOver(call, strategy, ended) || !waited(strategy))) {
                break;
            }
            onTurn(call, together, index, ended);
        }
        return hosts.stream()
                .map(host -> Objects.requireNonNullElseGet(ended.get(host), () -> notRun(call, host, index)))
                .toList();
    }

    private void onTurn(Call call, List<Host> hosts, int index, Map<Host, HostOutcome> ended) {
        HostBatch turn = new HostBatch(limits.hosts());
        try {
            if (!stop.asked()) {
                turn.run(
                        hosts,
                        host -> {
                            HostOutcome outcome = finished(call, work.onOne(call, host, turn), index);
                            if (isFailure(outcome) && !call.cleansUp() && losses.tooMany()) {
                                String why = losses.why();
                                turn.halt(why);
                            }
                            return outcome;
                        },
                        ended);
            }
        } catch (InterruptedException e) {
            // Every host was interrupted and has ended.
            stop.ask();
        }
        if (turn.isHalted()) {
            listener.notice(null, "stopped all hosts because " + losses.why());
        }
    }

    private boolean isOver(Call call, Strategy strategy, Map<Host, HostOutcome> ended) {
        boolean failed = ended.values().stream().anyMatch(Execution::isFailure);
        return stop.asked()
                || (failed && losses.tooMany())
                || (failed && losses.stopBatches() && stops(call, strategy));
    }

    private static boolean stops(Call call, Strategy strategy) {
        return switch (strategy) {
            case Strategy.Parallel _ -> false;
            case Strategy.Serial serial -> serial.stops() && !call.cleansUp();
            case Strategy.Rolling _ -> true;
        };
    }

    private HostOutcome notRun(Call call, Host host, int index) {
        HostOutcome outcome = stop.asked() || losses.none()
                ? HostOutcome.Stopped.before(host)
                : new HostOutcome.Skipped(host, losses.why());
        return finished(call, outcome, index);
    }

    private HostOutcome finished(Call call, HostOutcome outcome, int index) {
        listener.on(new TaskEvent.Finished(call.task().name(), outcome));
        if (isFailure(outcome)) {
            losses.add(outcome.host(), index);
        }
        return outcome;
    }

    private static boolean isFailure(HostOutcome outcome) {
        return outcome instanceof HostOutcome.Failed || outcome instanceof HostOutcome.Stopped;
    }

    /** Waits as {@code strategy} asks between batches; false where the user stops that. */
    private boolean waited(Strategy strategy) {
        try {
            if (strategy instanceof Strategy.Rolling rolling && !stop.asked()) {
                Thread.sleep(rolling.pause());
            }
        } catch (InterruptedException e) {
            stop.ask();
        }
        return !stop.asked();
    }

    private String why() {
        return report.outcomes().stream()
                        .filter(Execution::isFailure)
                        .map(outcome -> outcome.host().toString())
                        .collect(Collectors.joining(", "))
                + (report.stopped() ? " stopped" : " failed");
    }
}
