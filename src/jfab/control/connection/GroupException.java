package jfab.control.connection;

import java.util.stream.Collectors;
import jfab.JfabException;

/** Failures on hosts of a group; the message has a line for each. */
public final class GroupException extends JfabException {
    private final transient GroupResult<?> result;
    private final boolean othersDone;

    public GroupException(GroupResult<?> result) {
        this(result, false);
    }

    /** With {@code othersDone}, all that there was to do on the other hosts has been done. */
    GroupException(GroupResult<?> result, boolean othersDone) {
        super(result.failed().stream()
                .map(failed -> String.valueOf(failed.failure().getMessage()))
                .collect(Collectors.joining("\n")));
        this.result = result;
        this.othersDone = othersDone;
        result.failed().forEach(failed -> addSuppressed(failed.failure()));
    }

    public GroupResult<?> result() {
        return result;
    }

    /** Whether the hosts that have not failed are done with. */
    public boolean othersDone() {
        return othersDone;
    }
}
