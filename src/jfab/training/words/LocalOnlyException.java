package jfab.training.words;

import jfab.JfabException;
import jfab.role.Role;
import jfab.role.RoleSpec;

/** A word of a program that is for training alone, in a job: whoever starts the program again gets the same. */
public final class LocalOnlyException extends JfabException {
    private LocalOnlyException(String word) {
        super(word + " works in local training only: in a job the servers hold the values");
    }

    /** Refuses {@code word} unless {@code role} trains alone. */
    static void check(String word, RoleSpec role) {
        if (role.role() != Role.LOCAL) {
            throw new LocalOnlyException(word);
        }
    }
}
