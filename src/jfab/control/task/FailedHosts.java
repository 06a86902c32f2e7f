package jfab.control.task;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/** The hosts that failed in a run, in which of its calls, and what follows for the others. Safe for threads. */
final class FailedHosts {
    private final Tolerance tolerance;
    private final int total;
    private final Map<Host, Integer> failedAt = new LinkedHashMap<>();

    /** None yet of {@code total} hosts. */
    FailedHosts(Tolerance tolerance, int total) {
        this.tolerance = tolerance;
        this.total = total;
    }

    /** Takes note that {@code host} failed in the plan's call at {@code index}. */
    synchronized void add(Host host, int index) {
        failedAt.putIfAbsent(host, index);
    }

    /** Whether more have failed than may. */
    synchronized boolean tooMany() {
        return tolerance.isExceeded(failedAt.size(), total);
    }

    synchronized boolean none() {
        return failedAt.isEmpty();
    }

    /** Whether hosts that have done nothing yet must not begin. */
    synchronized boolean stopBatches() {
        return !none() && (tolerance instanceof Tolerance.FinishTask || tooMany());
    }

    /** Whether {@code host} runs {@code call}: after a failure that concerns it, only what cleans up. */
    synchronized boolean permits(Call call, Host host) {
        boolean each = tolerance instanceof Tolerance.UpTo && !tooMany();
        @Nullable
        Integer failed = each
                ? failedAt.get(host)
                : failedAt.values().stream().min(Integer::compare).orElse(null);
        return failed == null || call.runsAfterFailureOf(failed);
    }

    /** {@code gpu01, gpu02 failed}. */
    synchronized String why() {
        return failedAt.keySet().stream().map(Host::toString).collect(Collectors.joining(", ")) + " failed";
    }
}
