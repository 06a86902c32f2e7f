package jfab.training.words.network;

import java.util.Map;
import jfab.training.program.LossLayers;
import jfab.training.program.Variable;

/** Words that compare what a network says with what is right; Fluid's names, arguments and defaults. */
public final class LossWords {
    private final LossLayers layers;

    public LossWords(LossLayers layers) {
        this.layers = layers;
    }

    /** {@code square_error_cost(input:, label:)}: the squared difference, without a half. */
    public Variable square_error_cost(Map<String, ?> arguments) {
        Arguments named = Arguments.of("square_error_cost", arguments, "input", "label");
        return layers.squareErrorCost(named.variable("input"), named.variable("label"));
    }

    /** {@code cross_entropy(input:, label:, soft_label: false)}: of probabilities, so softmax comes first. */
    public Variable cross_entropy(Map<String, ?> arguments) {
        Arguments named = Arguments.of("cross_entropy", arguments, "input", "label", "soft_label");
        return layers.crossEntropy(named.variable("input"), named.variable("label"), named.flag("soft_label", false));
    }

    /** {@code softmax_with_cross_entropy(logits:, label:, soft_label: false)}: both as one, without rounding between. */
    public Variable softmax_with_cross_entropy(Map<String, ?> arguments) {
        Arguments named = Arguments.of("softmax_with_cross_entropy", arguments, "logits", "label", "soft_label");
        return layers.softmaxWithCrossEntropy(
                named.variable("logits"), named.variable("label"), named.flag("soft_label", false));
    }

    /** {@code accuracy(input:, label:)}: the share of samples whose largest output is at their label. */
    public Variable accuracy(Map<String, ?> arguments) {
        Arguments named = Arguments.of("accuracy", arguments, "input", "label");
        return layers.accuracy(named.variable("input"), named.variable("label"));
    }

    /** {@code auc(input:, label:, num_thresholds: 4095)}: the area under the ROC curve, of all samples so far; in a program for tests, of those since the last training step. Scores are sorted into so many equal parts of 0 to 1: where most lie in one, as those of rare classes do, it says 0.5. */
    public Variable auc(Map<String, ?> arguments) {
        Arguments named = Arguments.of("auc", arguments, "input", "label", "num_thresholds");
        return layers.auc(named.variable("input"), named.variable("label"), named.integer("num_thresholds", 4095));
    }
}
