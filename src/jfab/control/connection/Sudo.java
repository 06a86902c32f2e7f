package jfab.control.connection;

import java.util.List;

/** Runs programs of one host as root. */
@FunctionalInterface
public interface Sudo {
    /**
     * Runs a program with its arguments, hidden, and waits for it.
     *
     * @throws CommandException when the result is not ok
     */
    Result run(List<String> argv);
}
