package jfab.role;

/** Exit codes of training processes that tell the launcher more than success or failure. */
public final class ExitCode {
    /** Ended because another process of the job failed: a consequence, never the first cause. */
    public static final int ABORTED = 3;

    private ExitCode() {}
}
