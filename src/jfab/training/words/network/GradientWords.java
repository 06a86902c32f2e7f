package jfab.training.words.network;

import java.util.Map;
import jfab.training.program.GradientClip;
import jfab.training.program.Regularization;

/** Words that say what happens to gradients before an optimizer takes them. */
public final class GradientWords {
    private static final String COEFFICIENT = "regularization_coeff";

    private final ScriptProgram program;

    public GradientWords(ScriptProgram program) {
        this.program = program;
    }

    /** {@code L2Decay(0.0005)}: {@code g + 0.0005 p}, for {@code regularization} of an optimizer. */
    public Regularization L2Decay(Number regularization_coeff) {
        return L2Decay(Map.of(COEFFICIENT, regularization_coeff));
    }

    /** {@code L2Decay(regularization_coeff: 0.0005)}. */
    public Regularization L2Decay(Map<String, ?> arguments) {
        return new Regularization.L2Decay(
                Arguments.of("L2Decay", arguments, COEFFICIENT).real(COEFFICIENT));
    }

    /** {@code L1Decay(0.0005)}: {@code g + 0.0005 sign(p)}, for {@code regularization} of an optimizer. */
    public Regularization L1Decay(Number regularization_coeff) {
        return L1Decay(Map.of(COEFFICIENT, regularization_coeff));
    }

    /** {@code L1Decay(regularization_coeff: 0.0005)}. */
    public Regularization L1Decay(Map<String, ?> arguments) {
        return new Regularization.L1Decay(
                Arguments.of("L1Decay", arguments, COEFFICIENT).real(COEFFICIENT));
    }

    /** {@code GradientClipByValue(max: 1, min: -max)}: each number of a gradient into that range. */
    public GradientClip GradientClipByValue(Map<String, ?> arguments) {
        Arguments named = Arguments.of("GradientClipByValue", arguments, "max", "min");
        double max = named.real("max");
        return new GradientClip.ByValue(named.real("min", -max), max);
    }

    /** {@code GradientClipByNorm(clip_norm: 1)}: each parameter's gradient at most that long. */
    public GradientClip GradientClipByNorm(Map<String, ?> arguments) {
        return new GradientClip.ByNorm(
                Arguments.of("GradientClipByNorm", arguments, "clip_norm").real("clip_norm"));
    }

    /** {@code GradientClipByGlobalNorm(clip_norm: 1, group_name: 'default_group')}: all gradients together at most that long. */
    public GradientClip GradientClipByGlobalNorm(Map<String, ?> arguments) {
        Arguments named = Arguments.of("GradientClipByGlobalNorm", arguments, "clip_norm", "group_name");
        String group = named.optionalText("group_name");
        return new GradientClip.ByGlobalNorm(named.real("clip_norm"), group == null ? "default_group" : group);
    }

    /** {@code set_gradient_clip(GradientClipByNorm(clip_norm: 1))}: for all optimizers after it that have no {@code grad_clip}. */
    public void set_gradient_clip(GradientClip clip) {
        program.gradientClip(clip);
    }
}
