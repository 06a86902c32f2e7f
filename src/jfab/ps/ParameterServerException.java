package jfab.ps;

import jfab.JfabException;
import jfab.role.Endpoint;

/** Distributed training that cannot go on; the message names the process that is the cause. */
public final class ParameterServerException extends JfabException {
    private final transient Endpoint endpoint;

    public ParameterServerException(Endpoint endpoint, String message) {
        super(message);
        this.endpoint = endpoint;
    }

    /** The parameter server that was listening or was talked to. */
    public Endpoint endpoint() {
        return endpoint;
    }
}
