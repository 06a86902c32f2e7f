package jfab.cli;

import java.util.List;
import jfab.connection.Command;
import jfab.task.Body;
import jfab.task.Task;

/** What stands after {@code --}, as a task without a fabfile. */
public final class RemoteCommand {
    private RemoteCommand() {}

    /** One word is a shell line, as it would be for ssh; several are quoted, so that each arrives as it was typed. */
    public static Task task(List<String> words) {
        Command command = words.size() == 1 ? Command.shell(words.getFirst()) : Command.of(words);
        return new Task("--", words.getFirst(), List.of(), List.of(), List.of(), (Body.EachHost)
                (connection, arguments) -> connection.run(command));
    }
}
