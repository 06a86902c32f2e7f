package jfab.engine;

import jfab.JfabException;

/** Another trainer of the job failed, was lost or did not come: the end of this one is a consequence. */
public final class PeerException extends JfabException {
    public PeerException(String message) {
        super(message);
    }

    public PeerException(String message, Throwable cause) {
        super(message, cause);
    }
}
