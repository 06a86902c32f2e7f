package jfab.control.connection.files;

import java.util.List;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.Result;

/** Runs programs of one host as root. */
@FunctionalInterface
public interface Sudo {
    /**
     * Runs a program with its arguments, hidden, and waits for it.
     *
     * @throws CommandException when the exit code is not one that is accepted
     */
    Result run(List<String> argv);
}
