package jfab.training.words;

import java.util.Map;

/**
 * Words that say how a network learns: Fluid's optimizers with its formulas and defaults.
 *
 * <p>Each takes {@code learning_rate}, a number or the variable of a schedule, {@code regularization}, and {@code grad_clip}.
 * Gradients are clipped first, then regularized; of a job with parameter servers, the mean over all trainers is, unless the
 * servers take each trainer's gradient by itself: then trainers clip their own.
 */
public interface OptimizerWords {
    /** {@code SGD(learning_rate: 0.001)}. */
    ScriptOptimizer SGD(Map<String, ?> arguments);

    /** {@code Momentum(learning_rate:, momentum:, use_nesterov: false)}. */
    ScriptOptimizer Momentum(Map<String, ?> arguments);

    /** {@code Adagrad(learning_rate:, epsilon: 1e-6, initial_accumulator_value: 0)}. */
    ScriptOptimizer Adagrad(Map<String, ?> arguments);

    /** {@code DecayedAdagrad(learning_rate:, decay: 0.95, epsilon: 1e-6)}. */
    ScriptOptimizer DecayedAdagrad(Map<String, ?> arguments);

    /** {@code RMSProp(learning_rate:, rho: 0.95, epsilon: 1e-6, momentum: 0, centered: false)}; epsilon stands below the root. */
    ScriptOptimizer RMSProp(Map<String, ?> arguments);

    /** {@code Adam(learning_rate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-8)}; epsilon stands outside the bias correction. */
    ScriptOptimizer Adam(Map<String, ?> arguments);

    /** {@code Adamax(learning_rate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-8)}. */
    ScriptOptimizer Adamax(Map<String, ?> arguments);

    /** {@code Adadelta(learning_rate: 1, epsilon: 1e-6, rho: 0.95)}; Fluid's ignores its learning rate, this one multiplies by it. */
    ScriptOptimizer Adadelta(Map<String, ?> arguments);

    /** {@code Ftrl(learning_rate:, l1: 0, l2: 0, lr_power: -0.5)}. */
    ScriptOptimizer Ftrl(Map<String, ?> arguments);
}
