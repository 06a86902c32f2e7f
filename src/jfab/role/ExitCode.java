package jfab.role;

/** Exit codes of training processes that tell the launcher more than success or failure. */
public final class ExitCode {
    /** Ended because another process of the job failed: a consequence, never the first cause. */
    public static final int ABORTED = 3;

    /** Asked for what cannot be done: started again, it would end in the same way. */
    public static final int USAGE = 2;

    private ExitCode() {}
}
