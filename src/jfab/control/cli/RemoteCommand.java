package jfab.control.cli;

import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Secret;
import jfab.control.task.Body;
import jfab.control.task.Task;

/** What stands after {@code --}, as a task without a fabfile. */
public final class RemoteCommand {
    /** What such a task is called. */
    public static final String NAME = "--";

    private RemoteCommand() {}

    /**
     * One word is a shell line, as it would be for ssh; several are quoted, so that each arrives as it was typed. Every host
     * gets all of jfab's standard input, and one that is {@code alone} the keyboard, where commands are given a terminal.
     *
     * @param pipe takes the bytes of the standard output of a host that is alone, while there is no secret to be masked in them;
     *     nothing where it is shown by lines
     */
    public static Task task(List<String> words, boolean alone, Optional<OutputStream> pipe) {
        String line = words.size() == 1 ? words.getFirst() : Command.of(words).line();
        return new Task(NAME, words.getFirst(), List.of(), List.of(), List.of(), (Body.EachHost)
                (connection, arguments) -> {
                    if (!alone) {
                        return connection.run(Map.of("in", true), line);
                    }
                    return pipe.isPresent() && Secret.longest() == 0
                            ? connection.run(Map.of("in", true, "out", pipe.get()), line)
                            : connection.interact(line);
                });
    }
}
