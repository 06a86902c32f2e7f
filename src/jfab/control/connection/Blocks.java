package jfab.control.connection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import jfab.UserFolders;
import jfab.control.connection.command.CommandContext;
import jfab.control.connection.command.OptionException;
import org.jspecify.annotations.Nullable;

/** The blocks of a task that a word of its connection stands in: what they say of the host, and of this machine. */
final class Blocks {
    private CommandContext around = CommandContext.NONE;
    private Path folder = Path.of("");

    /** What they say of commands on the host. */
    CommandContext around() {
        return around;
    }

    /** Where relative paths of this machine begin. */
    Path folder() {
        return folder;
    }

    /** Runs {@code body} within {@code inner}; gives its value. */
    <T extends @Nullable Object> T within(CommandContext inner, Callable<T> body) {
        CommandContext before = around;
        around = inner;
        try {
            return value(body);
        } finally {
            around = before;
        }
    }

    /** Runs {@code body} in the folder {@code path} of this machine; gives its value. */
    <T extends @Nullable Object> T lcd(String path, Callable<T> body) {
        Path before = folder;
        Path home = Path.of(System.getProperty("user.home"));
        Path inner = UserFolders.resolve(path, home, folder);
        if (!Files.isDirectory(inner)) {
            throw new OptionException("lcd: there is no folder " + inner + " here");
        }
        folder = inner;
        try {
            return value(body);
        } finally {
            folder = before;
        }
    }

    private static <T extends @Nullable Object> T value(Callable<T> body) {
        try {
            return body.call();
        } catch (Exception e) {
            Blocks.<RuntimeException>throwAsItIs(e);
            throw new IllegalStateException(e);
        }
    }

    /** Scripts throw what they like; a block around them changes nothing in that. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> void throwAsItIs(Exception e) throws E {
        throw (E) e;
    }
}
