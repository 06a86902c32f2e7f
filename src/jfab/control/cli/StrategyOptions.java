package jfab.control.cli;

import java.time.Duration;
import java.util.Optional;
import jfab.control.task.HostShare;
import jfab.control.task.Strategy;
import jfab.control.task.TaskExecutor;
import jfab.control.task.Tolerance;

/** What the command line says about the order of hosts and about failures. */
record StrategyOptions(CoreOptions core) {
    /** How many hosts at a time, and for how long a command may run. */
    TaskExecutor.Limits limits() {
        if (core.dryRun()) {
            // Host by host, so that each one's part can be read as a whole; and no time passes.
            return new TaskExecutor.Limits(1, null, atOnce(strategy()), tolerance());
        }
        return new TaskExecutor.Limits(
                core.number(CoreFlag.POOL_SIZE, Integer.MAX_VALUE).orElse(Integer.MAX_VALUE),
                core.limit(CoreFlag.COMMAND_TIMEOUT).orElse(null),
                strategy(),
                tolerance());
    }

    private static Strategy atOnce(Strategy strategy) {
        return switch (strategy) {
            case Strategy.Parallel _ -> new Strategy.Serial(false);
            case Strategy.Serial serial -> serial;
            case Strategy.Rolling rolling -> new Strategy.Rolling(rolling.sizes(), Duration.ZERO);
        };
    }

    private Strategy strategy() {
        refuseBoth(CoreFlag.SERIAL, CoreFlag.BATCH);
        Optional<String> batch = core.last(CoreFlag.BATCH);
        Optional<Duration> pause = core.time(CoreFlag.WAIT);
        if (pause.isPresent() && batch.isEmpty()) {
            throw new UsageException("--wait is the time between batches; add --batch");
        }
        return batch.<Strategy>map(sizes -> new Strategy.Rolling(
                        HostShare.sizes(sizes, CoreFlag.BATCH.flag()), pause.orElse(Duration.ZERO)))
                .orElseGet(() ->
                        core.given().containsKey(CoreFlag.SERIAL) ? new Strategy.Serial() : new Strategy.Parallel());
    }

    private Tolerance tolerance() {
        refuseBoth(CoreFlag.KEEP_GOING, CoreFlag.FAIL_FAST);
        refuseBoth(CoreFlag.KEEP_GOING, CoreFlag.MAX_FAIL);
        refuseBoth(CoreFlag.FAIL_FAST, CoreFlag.MAX_FAIL);
        if (core.given().containsKey(CoreFlag.FAIL_FAST)) {
            return Tolerance.failFast();
        }
        if (core.given().containsKey(CoreFlag.KEEP_GOING)) {
            return Tolerance.keepGoing();
        }
        return core.last(CoreFlag.MAX_FAIL)
                .<Tolerance>map(most -> new Tolerance.UpTo(HostShare.parse(most, CoreFlag.MAX_FAIL.flag())))
                .orElseGet(Tolerance.FinishTask::new);
    }

    private void refuseBoth(CoreFlag one, CoreFlag other) {
        if (core.given().containsKey(one) && core.given().containsKey(other)) {
            throw new UsageException(one.flag() + " and " + other.flag() + " contradict each other");
        }
    }
}
