package jfab.training.program;

import jfab.JfabException;

/** A program that cannot be right: shapes that do not fit, a name used twice, an attribute that is missing. */
public final class ProgramException extends JfabException {
    public ProgramException(String message) {
        super(message);
    }
}
