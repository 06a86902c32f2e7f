package jfab.training.ps.job;

import jfab.JfabException;
import jfab.role.Endpoint;

/** Distributed training that cannot go on; the message names the process that is the cause. */
public final class ParameterServerException extends JfabException {
    private final transient Endpoint endpoint;
    private final boolean consequence;
    private final boolean orderly;

    private ParameterServerException(Endpoint endpoint, String message, boolean consequence, boolean orderly) {
        super(message);
        this.endpoint = endpoint;
        this.consequence = consequence;
        this.orderly = orderly;
    }

    /** What went wrong between this process and {@code endpoint}. */
    public ParameterServerException(Endpoint endpoint, String message) {
        this(endpoint, message, false, false);
    }

    /** What went wrong in another process of the job. */
    public static ParameterServerException elsewhere(Endpoint endpoint, String message) {
        return new ParameterServerException(endpoint, message, true, false);
    }

    /** Another trainer was stopped, between two steps of this one. */
    public static ParameterServerException stopped(Endpoint endpoint, String message) {
        return new ParameterServerException(endpoint, message, true, true);
    }

    /** Whether this process has to end only because another one failed, see {@link jfab.role.ExitCode#ABORTED}. */
    public boolean consequence() {
        return consequence;
    }

    /** Whether this trainer has the values of its last step, and the servers still answer it. */
    public boolean orderly() {
        return orderly;
    }

    /** The parameter server that was listening or was talked to. */
    public Endpoint endpoint() {
        return endpoint;
    }
}
