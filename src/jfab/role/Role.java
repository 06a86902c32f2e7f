package jfab.role;

/** What a training process does for its job. */
public enum Role {
    /** Holds slices of the parameters and applies the optimizer to them. */
    PSERVER,
    /** Reads data, computes gradients, exchanges them with the parameter servers. */
    TRAINER,
    /** Trains alone: there is no job around this process. */
    LOCAL;

    /** The word of document 004's command line: {@code pserver}, {@code trainer}; {@code local} has none there. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
