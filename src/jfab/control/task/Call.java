package jfab.control.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * One task with its arguments, and the hosts that it runs on, each once.
 *
 * @param since where in its plan that begins which it cleans up after; {@link #PLAIN} for a call that is skipped once
 *     something failed
 */
public record Call(Task task, List<@Nullable Object> arguments, List<Host> hosts, int since) {
    /** Not made to clean up. */
    public static final int PLAIN = -1;

    public Call {
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
        hosts = hosts.stream().distinct().toList();
        if (hosts.isEmpty()) {
            throw new TaskException("no hosts for task '" + task.name() + "'");
        }
    }

    public Call(Task task, List<@Nullable Object> arguments, List<Host> hosts) {
        this(task, arguments, hosts, PLAIN);
    }

    boolean cleansUp() {
        return since != PLAIN;
    }

    /** Whether this call runs although the plan's call at {@code failed} has failed. */
    boolean runsAfterFailureOf(int failed) {
        return since != PLAIN && since <= failed;
    }
}
