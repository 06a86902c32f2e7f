package jfab.role;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

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
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role called {@code word}, in any case; {@code local} is the absence of a role and cannot be asked for. */
    static Optional<Role> named(String word) {
        return Arrays.stream(values())
                .filter(role -> role != LOCAL && role.name().equalsIgnoreCase(word))
                .findFirst();
    }
}
