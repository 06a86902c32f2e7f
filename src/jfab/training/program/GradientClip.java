package jfab.training.program;

/** How far gradients may go before an optimizer takes them. */
public sealed interface GradientClip {
    /** Each number into {@code [min, max]}. */
    record ByValue(double min, double max) implements GradientClip {
        public ByValue {
            if (!(min <= max)) {
                throw new ProgramException("GradientClipByValue needs min below max, not " + min + " and " + max);
            }
        }
    }

    /** The gradient of each parameter is shortened to {@code norm} where it is longer. */
    record ByNorm(double norm) implements GradientClip {
        public ByNorm {
            check("GradientClipByNorm", norm);
        }
    }

    /**
     * The gradients of all parameters of one group, taken together, are shortened to {@code norm} where they are longer.
     *
     * @param group a name that the parameters have in common
     */
    record ByGlobalNorm(double norm, String group) implements GradientClip {
        public ByGlobalNorm {
            check("GradientClipByGlobalNorm", norm);
        }
    }

    private static void check(String word, double norm) {
        if (!(norm > 0 && norm < Double.POSITIVE_INFINITY)) {
            throw new ProgramException("clip_norm of " + word + " must be above 0, not " + norm);
        }
    }
}
