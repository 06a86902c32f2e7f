package jfab.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jfab.connection.Host;
import org.jspecify.annotations.Nullable;

/** One task with its arguments, and the hosts that it runs on, each once. */
public record Call(Task task, List<@Nullable Object> arguments, List<Host> hosts) {
    public Call {
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
        hosts = hosts.stream().distinct().toList();
        if (hosts.isEmpty()) {
            throw new TaskException("no hosts for task '" + task.name() + "'");
        }
    }
}
