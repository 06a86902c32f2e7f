package jfab.control.own;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import jfab.control.bundle.EngineBundle;
import jfab.control.connection.Connection;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Result;
import jfab.control.launch.Node;
import jfab.control.launch.NodeScript;
import jfab.control.task.Body;
import jfab.control.task.Task;
import jfab.control.task.TaskException;

/**
 * What this machine or hosts have for GPUs, and what is wrong with it: {@code jfab check-gpu}, {@code jfab -H a,b check-gpu}. The engine says
 * it, which is sent where it is not, as for jobs.
 */
public final class CheckGpu {
    public static final String NAME = "check-gpu";

    private CheckGpu() {}

    /**
     * Looks at each host, or where there are none at this machine.
     *
     * @param engine the one for GPUs
     */
    public static Task task(Supplier<EngineBundle> engine) {
        Body.NoHost body = (connection, arguments) -> {
            EngineBundle bundle = engine.get();
            boolean here = connection.host().here();
            String place = here ? unpacked(connection, bundle) : sent(connection, bundle);
            List<String> command = List.of(place + "/bin/train", NAME);
            Map<String, Object> options = Map.of("warn", true, "timeout", 600);
            Result result = here ? connection.local(options, command) : connection.run(options, command);
            if (!result.ok()) {
                throw new TaskException("not all is there that GPUs need; see above");
            }
            return null;
        };
        return new Task(
                NAME,
                "Tell what this machine or the hosts have for GPUs, take steps of training on each, and what mends what is wrong",
                List.of(),
                List.of(),
                List.of(),
                body);
    }

    private static String sent(Connection connection, EngineBundle bundle) {
        Node node = new Node(connection, "");
        Optional<String> kept = node.cached(bundle.digest());
        if (kept.isEmpty()) {
            node.receive(bundle, _ -> {});
        }
        return kept.or(() -> node.cached(bundle.digest()))
                .orElseThrow(() -> new TaskException("the engine was sent but is not there"));
    }

    /** As on a host, without a line to one. */
    private static String unpacked(Connection connection, EngineBundle bundle) {
        Map<String, Object> options = Map.of("warn", true, "hide", true);
        String cached = NodeScript.request("cached", bundle.digest()).line();
        Result kept = connection.local(options, cached);
        if (!kept.ok()) {
            String archive = Command.quote(bundle.archive().toAbsolutePath().toString());
            String receive = NodeScript.request("receive", bundle.digest()).line();
            Node.checked(() -> connection.local(options, receive + " <" + archive));
            kept = Node.checked(() -> connection.local(options, cached));
        }
        return kept.out().strip();
    }
}
