package jfab.training.program;

import org.jspecify.annotations.Nullable;

/**
 * How one parameter learns, where that differs from what the optimizer says of all.
 *
 * @param rate factor on the optimizer's learning rate
 * @param regularization null for the optimizer's
 * @param clip null for the optimizer's
 */
public record Learning(
        double rate,
        @Nullable Regularization regularization,
        @Nullable GradientClip clip) {
    /** As the optimizer says. */
    public static final Learning DEFAULT = new Learning(1, null, null);

    public Learning {
        if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new ProgramException("learning_rate of a ParamAttr must be 0 or more, not " + rate);
        }
    }
}
