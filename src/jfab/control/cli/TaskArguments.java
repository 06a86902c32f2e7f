package jfab.control.cli;

import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;
import jfab.control.fabfile.Fabfile;
import jfab.control.task.Call;
import jfab.control.task.Plan;
import jfab.control.task.Request;
import jfab.control.task.Task;
import jfab.script.Words;

/**
 * A command line, understood.
 *
 * @param requests the tasks in their order
 * @param help what {@code --help} asks for: empty for none, the name of a task, or blank for jfab itself
 * @param command what stands after {@code --}; empty for nothing
 */
public record TaskArguments(CoreOptions core, List<Request> requests, Optional<String> help, List<String> command) {
    public TaskArguments {
        requests = List.copyOf(requests);
        command = List.copyOf(command);
    }

    /** This command line with other flags of jfab. */
    public TaskArguments with(CoreOptions other) {
        return new TaskArguments(other, requests, help, command);
    }

    /**
     * {@code fabfile} with the profiles that this command line chooses.
     *
     * @throws UsageException naming the nearest profile where there is no such one
     */
    public Optional<Fabfile> choose(Optional<Fabfile> fabfile) {
        Set<String> known =
                fabfile.map(read -> read.profiles().described().keySet()).orElse(Set.of());
        for (String name : core.profiles()) {
            if (!known.contains(name)) {
                String near = Words.suggestion(name, known);
                throw new UsageException("no profile '" + name + "'"
                        + (known.isEmpty()
                                ? "; declare it in the fabfile with: profile('" + name + "') { hosts ... }"
                                : near.isEmpty() ? "; there is " + String.join(", ", known) : near));
            }
        }
        return fabfile.map(read -> read.choosing(core.profiles()));
    }

    /**
     * The calls that this command line asks for; a command comes after the tasks and runs where the last of them ran.
     *
     * @param pipe takes what a command on a single host prints, where nothing is shown with it
     * @throws UsageException when nothing is asked for, or there are no hosts
     */
    public Plan plan(Optional<Fabfile> fabfile, Optional<OutputStream> pipe) {
        Map<String, Task> tasks = fabfile.map(Fabfile::tasks).orElse(Map.of());
        HostChoice where = new HostChoice(core, fabfile);
        Plan plan = Plan.of(asked(fabfile), tasks, where::of, core.dedupes());
        if (!command.isEmpty()) {
            List<Host> hosts = plan.calls().isEmpty()
                    ? where.of(RemoteCommand.task(command, false, Optional.empty()))
                    : plan.calls().getLast().hosts();
            Optional<OutputStream> shown =
                    pipe.filter(_ -> !core.manner().hidden().contains(OutputListener.Stream.OUT));
            return plan.then(new Call(RemoteCommand.task(command, hosts.size() == 1, shown), List.of(), hosts));
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
