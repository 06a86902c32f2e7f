package jfab.control.warm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import jfab.UserFolders;
import jfab.control.connection.files.FileProblem;

/** {@code jfab warm status} and {@code jfab warm stop}. */
public final class WarmCommand {
    public static final String NAME = "warm";

    private final WarmFolder folder = new WarmFolder(UserFolders.cache().resolve(NAME));
    private final Consumer<String> lines;

    /** @param lines takes what it says */
    public WarmCommand(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Says of each process where it is and what it does, and what speaks against one for the fabfile of this folder. */
    public void status() {
        say(WarmProcess.STATUS);
        new WarmRule(List.of("--list"), System.getenv())
                .refusal(Successor.hasTerminal())
                .ifPresent(why -> lines.accept("commands in this folder start Java each time: " + why));
    }

    /** Ends those that have nothing to do, and has the others end with their command. */
    public void stop() {
        say(WarmProcess.STOP);
    }

    private void say(String question) {
        int answered = 0;
        try {
            for (Path socket : folder.sockets()) {
                Optional<String> answer = WarmFolder.ask(socket, question);
                answer.ifPresent(lines);
                answered += answer.isPresent() ? 1 : 0;
            }
        } catch (IOException e) {
            throw new WarmException(FileProblem.of(e) + ", so that nothing in it is asked", e);
        }
        if (answered == 0) {
            lines.accept("no process of jfab waits for commands");
        }
    }
}
