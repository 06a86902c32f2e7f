package jfab.training.words.v1;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.program.Variable;
import jfab.training.words.FluidWords;

/** Costs and evaluators of a configuration, as in PaddlePaddle's first version. */
public final class ConfigCostWords {
    private static final String CLASSIFICATION_ERROR = "classification_error_evaluator";

    private final FluidWords fluid;
    private final Map<String, Variable> accuracies = new LinkedHashMap<>();
    private final List<Variable> costs = new ArrayList<>();

    ConfigCostWords(FluidWords fluid) {
        this.fluid = fluid;
    }

    /** By the names of their evaluators. */
    Map<String, Variable> accuracies() {
        return accuracies;
    }

    boolean isCost(Variable variable) {
        return costs.contains(variable);
    }

    /** {@code classification_cost(input:, label:, name:)}: cross entropy of probabilities; the share of wrong answers is evaluated as well. */
    public ConfigLayer classification_cost(Map<String, ?> arguments) {
        LayerArguments layer = arguments("classification_cost", arguments);
        ConfigLayer cost = crossEntropy(layer);
        evaluate(CLASSIFICATION_ERROR, layer);
        return cost;
    }

    /** {@code cross_entropy(input:, label:, name:)}. */
    public ConfigLayer cross_entropy(Map<String, ?> arguments) {
        return crossEntropy(arguments("cross_entropy", arguments));
    }

    /** {@code regression_cost(input:, label:, name:)}: the squared difference. */
    public ConfigLayer regression_cost(Map<String, ?> arguments) {
        return squareError(arguments("regression_cost", arguments));
    }

    /** Another name of {@link #regression_cost}. */
    public ConfigLayer mse_cost(Map<String, ?> arguments) {
        return squareError(arguments("mse_cost", arguments));
    }

    /** Another name of {@link #regression_cost}. */
    public ConfigLayer square_error_cost(Map<String, ?> arguments) {
        return squareError(arguments("square_error_cost", arguments));
    }

    /** {@code classification_error_evaluator(input:, label:, name: 'classification_error_evaluator')}: the share of wrong answers. */
    public void classification_error_evaluator(Map<String, ?> arguments) {
        LayerArguments layer = arguments(CLASSIFICATION_ERROR, arguments);
        evaluate(layer.text("name", CLASSIFICATION_ERROR), layer);
    }

    private LayerArguments arguments(String word, Map<String, ?> arguments) {
        return LayerArguments.of(fluid, word, arguments, "label");
    }

    private ConfigLayer crossEntropy(LayerArguments layer) {
        return cost("cross_entropy", layer, layer.layer("label").indices());
    }

    private ConfigLayer squareError(LayerArguments layer) {
        return cost("square_error_cost", layer, layer.layer("label").numbers());
    }

    private ConfigLayer cost(String word, LayerArguments layer, Variable label) {
        Variable cost = fluid.layer(word, Map.of("input", layer.input().numbers(), "label", label));
        costs.add(cost);
        return new ConfigLayer.Computed(cost);
    }

    private void evaluate(String name, LayerArguments layer) {
        accuracies.put(
                name,
                fluid.layer(
                        "accuracy",
                        Map.of(
                                "input", layer.input().numbers(),
                                "label", layer.layer("label").indices())));
    }
}
