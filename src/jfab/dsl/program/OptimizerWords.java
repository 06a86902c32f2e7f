package jfab.dsl.program;

import java.util.Map;

/** Words that say how a network learns. */
public interface OptimizerWords {
    /** {@code SGD(learning_rate: 0.001)}: an optimizer. */
    ScriptOptimizer SGD(Map<String, ?> arguments);

    /** {@code Adam(learning_rate:, beta1: 0.9, beta2: 0.999, epsilon: 1e-8)}: an optimizer. */
    ScriptOptimizer Adam(Map<String, ?> arguments);
}
