package jfab.training.ps.job;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import jfab.role.RoleException;

/** What becomes of a job when one of its processes dies. */
public enum OnFailure {
    /** All others end and name the one that died. */
    STOP,
    /** The others go on without the trainer that died; without a server they cannot, and stop. */
    CONTINUE,
    /** All others go back to the last checkpoint, wait until the one that died is there again, and go on from there. */
    RESTART;

    /** The policy called {@code word}, in any case; {@code name} is where the user wrote it. */
    static OnFailure named(String name, String word) {
        return Arrays.stream(values())
                .filter(policy -> policy.name().equalsIgnoreCase(word))
                .findFirst()
                .orElseThrow(() -> new RoleException(name + ": '" + word + "' is not one of "
                        + Arrays.stream(values()).map(OnFailure::word).collect(Collectors.joining(", "))));
    }

    /** {@code stop}, {@code continue} or {@code restart}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
