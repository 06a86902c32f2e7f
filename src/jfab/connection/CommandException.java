package jfab.connection;

import jfab.JfabException;

/** A command that ended with an exit code it does not accept, by a signal, or by its time limit. */
public final class CommandException extends JfabException implements HostFailure {
    private final transient Result result;

    public CommandException(Result result, String problem) {
        super(result.host() + ": " + problem);
        this.result = result;
    }

    @Override
    public Host host() {
        return result.host();
    }

    public Result result() {
        return result;
    }
}
