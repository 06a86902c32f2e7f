package jfab.control.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;

/** How every host fared in all calls so far: its first failure, or the time of all its successes. */
public record Report(List<HostOutcome> outcomes) {
    public Report {
        outcomes = List.copyOf(outcomes);
    }

    /** Whether every host succeeded in everything. */
    public boolean ok() {
        return outcomes.stream().allMatch(outcome -> outcome instanceof HostOutcome.Succeeded);
    }

    /** Whether the user stopped a host. */
    public boolean stopped() {
        return outcomes.stream().anyMatch(outcome -> outcome instanceof HostOutcome.Stopped);
    }

    /** This report with the outcomes of one more call. */
    Report and(List<HostOutcome> next) {
        Map<Host, HostOutcome> all = new LinkedHashMap<>();
        outcomes.forEach(outcome -> all.put(outcome.host(), outcome));
        next.forEach(outcome -> all.merge(outcome.host(), outcome, Report::both));
        return new Report(new ArrayList<>(all.values()));
    }

    private static HostOutcome both(HostOutcome first, HostOutcome second) {
        if (!(first instanceof HostOutcome.Succeeded earlier)) {
            return first;
        }
        return switch (second) {
            case HostOutcome.Succeeded e ->
                new HostOutcome.Succeeded(e.host(), plus(earlier, e.took()), e.value(), earlier.shared() && e.shared());
            case HostOutcome.Failed e -> new HostOutcome.Failed(e.host(), plus(earlier, e.took()), e.failure());
            case HostOutcome.Stopped e -> new HostOutcome.Stopped(e.host(), plus(earlier, e.took()));
            case HostOutcome.Skipped e -> e;
        };
    }

    private static Duration plus(HostOutcome.Succeeded earlier, Duration took) {
        return earlier.took().plus(took);
    }
}
