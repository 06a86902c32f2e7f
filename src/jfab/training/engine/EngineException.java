package jfab.training.engine;

import java.util.regex.Pattern;
import jfab.JfabException;

/** A program that could not be run: the device is not there, a variable has no value, a feed does not fit. */
public final class EngineException extends JfabException {
    private static final Pattern PLACE = Pattern.compile("^\\[[^\\]\\s]*\\.(?:cc|cpp|cu|h):\\d+\\] ");

    public EngineException(String message) {
        super(message);
    }

    public EngineException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The part of a C++ message that concerns a user: not where in its sources it was made. */
    public static String firstLine(Throwable failure) {
        String first = String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason given");
        return PLACE.matcher(first).replaceFirst("");
    }
}
