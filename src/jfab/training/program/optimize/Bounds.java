package jfab.training.program.optimize;

import jfab.training.program.ProgramException;

/** What the numbers of an update rule or a schedule may be. */
final class Bounds {
    private Bounds() {}

    /** A number that says how much of the past is kept. */
    static void share(String word, String argument, double value) {
        require(value >= 0 && value < 1, word, argument, "must be in [0, 1)", value);
    }

    static void positive(String word, String argument, double value) {
        require(value > 0 && value < Double.POSITIVE_INFINITY, word, argument, "must be above 0", value);
    }

    /** A number of things, of which there must be one. */
    static void count(String word, String argument, long value) {
        if (value < 1) {
            throw new ProgramException(argument + " of " + word + " must be 1 or more, not " + value);
        }
    }

    static void notNegative(String word, String argument, double value) {
        require(value >= 0 && value < Double.POSITIVE_INFINITY, word, argument, "must be 0 or more", value);
    }

    static void notPositive(String word, String argument, double value) {
        require(value <= 0 && value > Double.NEGATIVE_INFINITY, word, argument, "must be 0 or less", value);
    }

    private static void require(boolean holds, String word, String argument, String rule, double value) {
        if (!holds) {
            throw new ProgramException(argument + " of " + word + " " + rule + ", not " + value);
        }
    }
}
