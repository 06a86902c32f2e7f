package jfab.training.words;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.program.Variable;

/** Costs and evaluators of a configuration, told in Fluid's words. */
final class ConfigCosts implements ConfigCostWords {
    private static final String CLASSIFICATION_ERROR = "classification_error_evaluator";

    private final FluidWords fluid;
    private final Map<String, Variable> accuracies = new LinkedHashMap<>();
    private final List<Variable> costs = new ArrayList<>();

    ConfigCosts(FluidWords fluid) {
        this.fluid = fluid;
    }

    /** By the names of their evaluators. */
    Map<String, Variable> accuracies() {
        return accuracies;
    }

    boolean isCost(Variable variable) {
        return costs.contains(variable);
    }

    @Override
    public ConfigLayer classification_cost(Map<String, ?> arguments) {
        LayerArguments layer = arguments("classification_cost", arguments);
        ConfigLayer cost = crossEntropy(layer);
        evaluate(CLASSIFICATION_ERROR, layer);
        return cost;
    }

    @Override
    public ConfigLayer cross_entropy(Map<String, ?> arguments) {
        return crossEntropy(arguments("cross_entropy", arguments));
    }

    @Override
    public ConfigLayer regression_cost(Map<String, ?> arguments) {
        return squareError(arguments("regression_cost", arguments));
    }

    @Override
    public ConfigLayer mse_cost(Map<String, ?> arguments) {
        return squareError(arguments("mse_cost", arguments));
    }

    @Override
    public ConfigLayer square_error_cost(Map<String, ?> arguments) {
        return squareError(arguments("square_error_cost", arguments));
    }

    @Override
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
