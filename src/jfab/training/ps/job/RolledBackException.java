package jfab.training.ps.job;

import jfab.JfabException;

/** Training that goes on from the last checkpoint, because a process of the job was lost; the message says which. */
public final class RolledBackException extends JfabException {
    public RolledBackException(String cause) {
        super(cause);
    }
}
