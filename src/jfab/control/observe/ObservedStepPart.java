package jfab.control.observe;

import java.util.Locale;

/** Where the time of a training step goes, as a trainer writes it into its metrics; in the order of a step. */
public enum ObservedStepPart {
    DATA,
    FORWARD,
    BACKWARD,
    SEND,
    WAIT,
    RECEIVE,
    OPTIMIZE;

    /** {@code forward}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
