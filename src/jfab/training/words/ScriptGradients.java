package jfab.training.words;

import java.util.Map;
import jfab.training.program.GradientClip;
import jfab.training.program.Regularization;

/** Regularization and clipping of a script. */
final class ScriptGradients implements GradientWords {
    private static final String COEFFICIENT = "regularization_coeff";

    private final ScriptProgram program;

    ScriptGradients(ScriptProgram program) {
        this.program = program;
    }

    @Override
    public Regularization L2Decay(Number regularization_coeff) {
        return L2Decay(Map.of(COEFFICIENT, regularization_coeff));
    }

    @Override
    public Regularization L2Decay(Map<String, ?> arguments) {
        return new Regularization.L2Decay(
                Arguments.of("L2Decay", arguments, COEFFICIENT).real(COEFFICIENT));
    }

    @Override
    public Regularization L1Decay(Number regularization_coeff) {
        return L1Decay(Map.of(COEFFICIENT, regularization_coeff));
    }

    @Override
    public Regularization L1Decay(Map<String, ?> arguments) {
        return new Regularization.L1Decay(
                Arguments.of("L1Decay", arguments, COEFFICIENT).real(COEFFICIENT));
    }

    @Override
    public GradientClip GradientClipByValue(Map<String, ?> arguments) {
        Arguments named = Arguments.of("GradientClipByValue", arguments, "max", "min");
        double max = named.real("max");
        return new GradientClip.ByValue(named.real("min", -max), max);
    }

    @Override
    public GradientClip GradientClipByNorm(Map<String, ?> arguments) {
        return new GradientClip.ByNorm(
                Arguments.of("GradientClipByNorm", arguments, "clip_norm").real("clip_norm"));
    }

    @Override
    public GradientClip GradientClipByGlobalNorm(Map<String, ?> arguments) {
        Arguments named = Arguments.of("GradientClipByGlobalNorm", arguments, "clip_norm", "group_name");
        String group = named.optionalText("group_name");
        return new GradientClip.ByGlobalNorm(named.real("clip_norm"), group == null ? "default_group" : group);
    }

    @Override
    public void set_gradient_clip(GradientClip clip) {
        program.gradientClip(clip);
    }
}
