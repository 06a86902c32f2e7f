package jfab.control.warm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import jfab.UserFolders;

/** {@code jfab warm status} and {@code jfab warm stop}. */
public final class WarmCommand {
    public static final String NAME = "warm";

    private final WarmFolder folder = new WarmFolder(UserFolders.cache().resolve(NAME));
    private final Consumer<String> lines;

    /** @param lines takes what it says */
    public WarmCommand(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Says of each process where it is and what it does. */
    public void status() {
        say(WarmProcess.STATUS);
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
            throw new UncheckedIOException(folder.folder() + " cannot be looked into: " + e.getMessage(), e);
        }
        if (answered == 0) {
            lines.accept("no process of jfab waits for commands");
        }
    }
}
