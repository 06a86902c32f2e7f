package jfab.connection;

import java.util.stream.Collectors;
import jfab.JfabException;

/** Failures on more than one host of a group; the message has a line for each. */
public final class GroupException extends JfabException {
    private final transient GroupResult<?> result;

    public GroupException(GroupResult<?> result) {
        super(result.failed().stream()
                .map(failed -> String.valueOf(failed.failure().getMessage()))
                .collect(Collectors.joining("\n")));
        this.result = result;
        result.failed().forEach(failed -> addSuppressed(failed.failure()));
    }

    public GroupResult<?> result() {
        return result;
    }
}
