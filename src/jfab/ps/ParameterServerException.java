package jfab.ps;

import jfab.JfabException;
import jfab.role.Endpoint;

/** Distributed training that cannot go on; the message names the process that is the cause. */
public final class ParameterServerException extends JfabException {
    private final transient Endpoint endpoint;
    private final boolean consequence;

    private ParameterServerException(Endpoint endpoint, String message, boolean consequence) {
        super(message);
        this.endpoint = endpoint;
        this.consequence = consequence;
    }

    /** What went wrong between this process and {@code endpoint}. */
    public ParameterServerException(Endpoint endpoint, String message) {
        this(endpoint, message, false);
    }

    /** What went wrong in another process of the job. */
    static ParameterServerException elsewhere(Endpoint endpoint, String message) {
        return new ParameterServerException(endpoint, message, true);
    }

    /** Whether this process has to end only because another one failed, see {@link jfab.role.ExitCode#ABORTED}. */
    public boolean consequence() {
        return consequence;
    }

    /** The parameter server that was listening or was talked to. */
    public Endpoint endpoint() {
        return endpoint;
    }
}
