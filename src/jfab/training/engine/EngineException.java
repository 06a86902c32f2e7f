package jfab.training.engine;

import java.util.regex.Pattern;
import jfab.JfabException;

/** A program that could not be run: the device is not there, a variable has no value, a feed does not fit. */
public final class EngineException extends JfabException {
    private static final Pattern PLACE = Pattern.compile("^\\[[^\\]\\s]*\\.(?:cc|cpp|cu|h):\\d+\\] ");

    private final boolean data;

    public EngineException(String message) {
        super(message);
        data = false;
    }

    public EngineException(String message, Throwable cause) {
        super(message, cause);
        data = false;
    }

    private EngineException(String message, boolean data) {
        super(message);
        this.data = data;
    }

    /** What was fed holds what the network cannot take, such as a label that is none of its classes. */
    public static EngineException ofData(String message) {
        return new EngineException(message, true);
    }

    /** Whether the data are wrong in themselves, so that another start comes to the same. */
    public boolean isOfData() {
        return data;
    }

    /** The part of a C++ message that concerns a user: not where in its sources it was made. */
    public static String firstLine(Throwable failure) {
        String first = String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason given");
        return PLACE.matcher(first).replaceFirst("");
    }
}
