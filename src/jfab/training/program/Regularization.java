package jfab.training.program;

/** What pulls parameters towards 0: an addition to their gradients, after these were clipped. */
public sealed interface Regularization {
    double coefficient();

    /** {@code g + coefficient p}. */
    record L2Decay(double coefficient) implements Regularization {
        public L2Decay {
            check("L2Decay", coefficient);
        }
    }

    /** {@code g + coefficient sign(p)}. */
    record L1Decay(double coefficient) implements Regularization {
        public L1Decay {
            check("L1Decay", coefficient);
        }
    }

    private static void check(String word, double coefficient) {
        if (!(coefficient >= 0 && coefficient < Double.POSITIVE_INFINITY)) {
            throw new ProgramException("regularization_coeff of " + word + " must be 0 or more, not " + coefficient);
        }
    }
}
