package jfab.control.warm;

import jfab.JfabException;

/** The processes that wait for commands cannot be found. */
public final class WarmException extends JfabException {
    WarmException(String message, Throwable cause) {
        super(message, cause);
    }
}
