package jfab.control.task;

import org.jspecify.annotations.Nullable;

/**
 * Ends the body of a task that is to go no further: the user has stopped it, or too many hosts have failed. No exception, as Python's
 * KeyboardInterrupt is none: a body that catches those, to try again or to do without, would go on with its next step. What it does in
 * {@code finally} is done.
 */
final class StoppedError extends Error {
    private static final long serialVersionUID = 1;

    StoppedError(@Nullable Throwable cause) {
        super("stopped", cause);
    }
}
