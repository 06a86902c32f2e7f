package jfab.control.connection.command;

import jfab.JfabException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostFailure;

/** A command that ended with an exit code it does not accept, by a signal, or by its time limit. */
public final class CommandException extends JfabException implements HostFailure {
    /** What was wrong; the summary tells these apart. */
    public enum Reason {
        /** An exit code that is not accepted. */
        EXIT_CODE,
        /** A signal ended it. */
        SIGNAL,
        /** It took longer than it may. */
        TIME_LIMIT,
        /** The user, or a failure elsewhere, stopped it. */
        INTERRUPTED
    }

    private final transient Result result;
    private final Reason reason;

    /** A command that ended by itself. */
    public CommandException(Result result, String problem) {
        this(result, result.signal() == null ? Reason.EXIT_CODE : Reason.SIGNAL, problem);
    }

    public CommandException(Result result, Reason reason, String problem) {
        super(result.host() + ": " + problem);
        this.result = result;
        this.reason = reason;
    }

    @Override
    public Host host() {
        return result.host();
    }

    public Result result() {
        return result;
    }

    public Reason reason() {
        return reason;
    }
}
