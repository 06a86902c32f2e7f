package jfab.control.task;

import jfab.JfabException;

/** A task that is declared or called in a way that cannot work, or whose body failed at a known place. */
public final class TaskException extends JfabException {
    public TaskException(String message) {
        super(message);
    }

    /**
     * A failure of a body, with the place in the script that was being run.
     *
     * @param where file and line
     * @param cause what failed; decides the exit code
     */
    public TaskException(String where, JfabException cause) {
        super(cause.getMessage() + " (" + where + ")", cause);
    }

    /** What really failed: {@code failure}, or what it failed for. */
    public static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root instanceof TaskException && root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
