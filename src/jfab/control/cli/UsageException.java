package jfab.control.cli;

import jfab.JfabException;

/** A command line that cannot be understood; the message names the token and what to write instead. */
public final class UsageException extends JfabException {
    public UsageException(String message) {
        super(message);
    }
}
