package jfab.control.cli.output;

import jfab.JfabException;

/** A place for output that cannot be written to. */
public final class OutputException extends JfabException {
    OutputException(String message, Throwable cause) {
        super(message, cause);
    }
}
