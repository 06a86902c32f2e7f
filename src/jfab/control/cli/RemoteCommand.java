package jfab.control.cli;

import java.util.List;
import java.util.Map;
import jfab.control.connection.command.Command;
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
     */
    public static Task task(List<String> words, boolean alone) {
        String line = words.size() == 1 ? words.getFirst() : Command.of(words).line();
        return new Task(NAME, words.getFirst(), List.of(), List.of(), List.of(), (Body.EachHost)
                (connection, arguments) ->
                        alone ? connection.interact(line) : connection.run(Map.of("in", true), line));
    }
}
