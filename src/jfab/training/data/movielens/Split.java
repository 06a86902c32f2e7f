package jfab.training.data.movielens;

import java.util.Iterator;

/** Which ratings are for testing. */
public enum Split {
    /** Fluid's: each rating with a chance of one in ten, the same ones as NumPy's random numbers choose with seed 0. */
    BY_CHANCE,

    /** That of version 1: of each user one rating in ten, rounded down, chosen by chance. */
    PER_USER;

    /** The ratings of one half, in the file's order. */
    Iterator<Rating> half(Iterator<Rating> all, boolean test) {
        return switch (this) {
            case BY_CHANCE -> new ChosenByChance(all, test);
            case PER_USER -> new ChosenPerUser(all, test);
        };
    }
}
