package jfab.training.engine;

import jfab.JfabException;

/** A program that could not be run: the device is not there, a variable has no value, a feed does not fit. */
public final class EngineException extends JfabException {
    public EngineException(String message) {
        super(message);
    }

    public EngineException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The part of a C++ message that concerns a user. */
    public static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason given");
    }
}
