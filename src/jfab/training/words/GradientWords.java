package jfab.training.words;

import java.util.Map;
import jfab.training.program.GradientClip;
import jfab.training.program.Regularization;

/** Words that say what happens to gradients before an optimizer takes them. */
public interface GradientWords {
    /** {@code L2Decay(0.0005)}: {@code g + 0.0005 p}, for {@code regularization} of an optimizer. */
    Regularization L2Decay(Number regularization_coeff);

    /** {@code L2Decay(regularization_coeff: 0.0005)}. */
    Regularization L2Decay(Map<String, ?> arguments);

    /** {@code L1Decay(0.0005)}: {@code g + 0.0005 sign(p)}, for {@code regularization} of an optimizer. */
    Regularization L1Decay(Number regularization_coeff);

    /** {@code L1Decay(regularization_coeff: 0.0005)}. */
    Regularization L1Decay(Map<String, ?> arguments);

    /** {@code GradientClipByValue(max: 1, min: -max)}: each number of a gradient into that range. */
    GradientClip GradientClipByValue(Map<String, ?> arguments);

    /** {@code GradientClipByNorm(clip_norm: 1)}: each parameter's gradient at most that long. */
    GradientClip GradientClipByNorm(Map<String, ?> arguments);

    /** {@code GradientClipByGlobalNorm(clip_norm: 1, group_name: 'default_group')}: all gradients together at most that long. */
    GradientClip GradientClipByGlobalNorm(Map<String, ?> arguments);

    /** {@code set_gradient_clip(GradientClipByNorm(clip_norm: 1))}: for all optimizers after it that have no {@code grad_clip}. */
    void set_gradient_clip(GradientClip clip);
}
