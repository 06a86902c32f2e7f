package jfab.training.words;

import java.util.Map;
import jfab.training.program.LossLayers;
import jfab.training.program.Variable;

/** Costs and scores of a script. */
final class ScriptLosses implements LossWords {
    private final LossLayers layers;

    ScriptLosses(LossLayers layers) {
        this.layers = layers;
    }

    @Override
    public Variable square_error_cost(Map<String, ?> arguments) {
        Arguments named = Arguments.of("square_error_cost", arguments, "input", "label");
        return layers.squareErrorCost(named.variable("input"), named.variable("label"));
    }

    @Override
    public Variable cross_entropy(Map<String, ?> arguments) {
        Arguments named = Arguments.of("cross_entropy", arguments, "input", "label", "soft_label");
        return layers.crossEntropy(named.variable("input"), named.variable("label"), named.flag("soft_label", false));
    }

    @Override
    public Variable softmax_with_cross_entropy(Map<String, ?> arguments) {
        Arguments named = Arguments.of("softmax_with_cross_entropy", arguments, "logits", "label", "soft_label");
        return layers.softmaxWithCrossEntropy(
                named.variable("logits"), named.variable("label"), named.flag("soft_label", false));
    }

    @Override
    public Variable accuracy(Map<String, ?> arguments) {
        Arguments named = Arguments.of("accuracy", arguments, "input", "label");
        return layers.accuracy(named.variable("input"), named.variable("label"));
    }

    @Override
    public Variable auc(Map<String, ?> arguments) {
        Arguments named = Arguments.of("auc", arguments, "input", "label", "num_thresholds");
        return layers.auc(named.variable("input"), named.variable("label"), named.integer("num_thresholds", 4095));
    }
}
