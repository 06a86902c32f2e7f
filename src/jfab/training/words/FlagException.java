package jfab.training.words;

import jfab.JfabException;

/** A flag of a training script that was given wrongly on the command line. */
public final class FlagException extends JfabException {
    public FlagException(String message) {
        super(message);
    }
}
