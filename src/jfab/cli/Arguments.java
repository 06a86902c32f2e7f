package jfab.cli;

import java.util.List;
import java.util.Optional;
import jfab.task.Request;

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
}
