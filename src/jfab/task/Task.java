package jfab.task;

import java.util.List;
import jfab.connection.Host;

/**
 * Something that the user can run by name on hosts.
 *
 * @param name as it is shown and typed, with dashes: {@code tail-log}
 * @param description one line for {@code --list}; empty for none
 * @param parameters in the order in which the body takes their values
 * @param before names of tasks that run on the same hosts before this one
 * @param hosts where it runs unless the command line says otherwise; empty for the fabfile's hosts
 */
public record Task(
        String name, String description, List<Parameter> parameters, List<String> before, List<Host> hosts, Body body) {
    public Task {
        name = dashed(name);
        parameters = List.copyOf(parameters);
        before = before.stream().map(Task::dashed).toList();
        hosts = List.copyOf(hosts);
    }

    /** {@code name} as it is shown: {@code tail_log} and {@code tail-log} are one name. */
    public static String dashed(String name) {
        return name.replace('_', '-');
    }
}
