package jfab.control.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.control.connection.host.Host;
import jfab.control.fabfile.Fabfile;
import jfab.control.task.Call;
import jfab.control.task.Plan;
import jfab.control.task.Request;
import jfab.control.task.Task;

/**
 * A command line, understood.
 *
 * @param requests the tasks in their order
 * @param help what {@code --help} asks for: empty for none, the name of a task, or blank for jfab itself
 * @param command what stands after {@code --}; empty for nothing
 */
public record Arguments(CoreOptions core, List<Request> requests, Optional<String> help, List<String> command) {
    public Arguments {
        requests = List.copyOf(requests);
        command = List.copyOf(command);
    }

    /** This command line with other flags of jfab. */
    public Arguments with(CoreOptions other) {
        return new Arguments(other, requests, help, command);
    }

    /**
     * The calls that this command line asks for; a command comes after the tasks and runs where the last of them ran.
     *
     * @throws UsageException when nothing is asked for, or there are no hosts
     */
    public Plan plan(Optional<Fabfile> fabfile) {
        Map<String, Task> tasks = fabfile.map(Fabfile::tasks).orElse(Map.of());
        HostChoice where = new HostChoice(core, fabfile);
        Plan plan = Plan.of(asked(fabfile), tasks, where::of, core.dedupes());
        if (!command.isEmpty()) {
            List<Host> hosts = plan.calls().isEmpty()
                    ? where.of(RemoteCommand.task(command, false))
                    : plan.calls().getLast().hosts();
            return plan.then(new Call(RemoteCommand.task(command, hosts.size() == 1), List.of(), hosts));
        }
        if (plan.calls().isEmpty()) {
            throw new UsageException("nothing to do: name a task, or write a command after --; see jfab --help");
        }
        return plan;
    }

    /** The tasks that were named, or else the fabfile's default. */
    private List<Request> asked(Optional<Fabfile> fabfile) {
        return requests.isEmpty() && command.isEmpty()
                ? fabfile.flatMap(Fabfile::fallback).stream()
                        .map(task -> Request.of(task, Map.of()))
                        .toList()
                : requests;
    }
}
