package jfab.training.words;

import java.util.Map;

/** Costs and evaluators of a configuration, as in PaddlePaddle's first version. */
public interface ConfigCostWords {
    /** {@code classification_cost(input:, label:, name:)}: cross entropy of probabilities; the share of wrong answers is evaluated as well. */
    ConfigLayer classification_cost(Map<String, ?> arguments);

    /** {@code cross_entropy(input:, label:, name:)}. */
    ConfigLayer cross_entropy(Map<String, ?> arguments);

    /** {@code regression_cost(input:, label:, name:)}: the squared difference. */
    ConfigLayer regression_cost(Map<String, ?> arguments);

    /** Another name of {@link #regression_cost}. */
    ConfigLayer mse_cost(Map<String, ?> arguments);

    /** Another name of {@link #regression_cost}. */
    ConfigLayer square_error_cost(Map<String, ?> arguments);

    /** {@code classification_error_evaluator(input:, label:, name: 'classification_error_evaluator')}: the share of wrong answers. */
    void classification_error_evaluator(Map<String, ?> arguments);
}
