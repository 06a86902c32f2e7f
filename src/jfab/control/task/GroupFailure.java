package jfab.control.task;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import jfab.control.connection.GroupException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostFailure;

/**
 * A failure of a body that ran for all hosts, told apart by host.
 *
 * @param causes what failed on which host; empty where the failure names none
 * @param othersDone whether nothing is left to do on the other hosts
 */
record GroupFailure(Throwable failure, Map<Host, Throwable> causes, boolean othersDone, Duration took) {
    static GroupFailure of(Throwable failure, Duration took) {
        Map<Host, Throwable> causes = new LinkedHashMap<>();
        Throwable root = TaskException.rootOf(failure);
        collect(root, failure, causes);
        return new GroupFailure(failure, causes, root instanceof GroupException group && group.othersDone(), took);
    }

    HostOutcome outcome(Host host) {
        if (causes.isEmpty()) {
            return new HostOutcome.Failed(host, took, failure, true);
        }
        Throwable cause = causes.get(host);
        if (cause != null) {
            return new HostOutcome.Failed(host, took, cause);
        }
        if (othersDone) {
            return new HostOutcome.Succeeded(host, took, null);
        }
        String where = causes.keySet().stream().map(Host::toString).collect(Collectors.joining(", "));
        return new HostOutcome.Skipped(host, "failed on " + where);
    }

    /** {@code shown} is {@code root} with its place in the script. */
    private static void collect(Throwable root, Throwable shown, Map<Host, Throwable> causes) {
        switch (root) {
            case HostFailure e when e.host() != null -> causes.put(e.host(), shown);
            case GroupException e -> e.result().failed().forEach(failed -> causes.put(failed.host(), failed.failure()));
            default -> {}
        }
    }
}
