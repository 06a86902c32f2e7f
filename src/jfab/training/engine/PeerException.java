package jfab.training.engine;

import jfab.JfabException;

/** Another trainer of the job failed, was lost or did not come: the end of this one is a consequence. */
public final class PeerException extends JfabException {
    private final boolean lost;

    public PeerException(String message) {
        this(message, false);
    }

    private PeerException(String message, boolean lost) {
        super(message);
        this.lost = lost;
    }

    public PeerException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private PeerException(String message, Throwable cause, boolean lost) {
        super(message, cause);
        this.lost = lost;
    }

    /** A trainer is gone. */
    public static PeerException lost(String message) {
        return new PeerException(message, true);
    }

    /** A trainer, or a connection to it, is gone. */
    public static PeerException lost(String message, Throwable cause) {
        return new PeerException(message, cause, true);
    }

    /** Whether a trainer is gone without having said why, so that another one may take its place. */
    public boolean lost() {
        return lost;
    }
}
