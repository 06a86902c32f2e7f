package jfab.training.words.network;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jfab.training.program.GradientClip;
import jfab.training.program.Regularization;
import jfab.training.program.optimize.Adadelta;
import jfab.training.program.optimize.Adagrad;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Adamax;
import jfab.training.program.optimize.DecayedAdagrad;
import jfab.training.program.optimize.Ftrl;
import jfab.training.program.optimize.Momentum;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.optimize.RmsProp;
import jfab.training.program.optimize.Sgd;
import jfab.training.program.optimize.UpdateRule;
import org.jspecify.annotations.Nullable;

/**
 * Words that say how a network learns: Fluid's optimizers with its formulas and defaults.
 *
 * <p>Each takes {@code learning_rate}, a number or the variable of a schedule, {@code regularization}, and {@code grad_clip}.
 * Gradients are clipped first, then regularized; of a job with parameter servers, the mean over all trainers is, unless the
 * servers take each trainer's gradient by itself: then trainers clip their own.
 */
public final class OptimizerWords {
    private final ScriptProgram program;

    public OptimizerWords(ScriptProgram program) {
        this.program = program;
    }

    /** {@code SGD(learning_rate: 0.001)}. */
    public ScriptOptimizer SGD(Map<String, ?> arguments) {
        return optimizer("SGD", arguments, List.of(), _ -> new Sgd());
    }

    /** {@code Momentum(learning_rate:, momentum:, use_nesterov: false)}. */
    public ScriptOptimizer Momentum(Map<String, ?> arguments) {
        return optimizer(
                "Momentum",
                arguments,
                List.of("momentum", "use_nesterov"),
                named -> new Momentum(named.real("momentum"), named.flag("use_nesterov", false)));
    }

    /** {@code Adagrad(learning_rate:, epsilon: 1e-6, initial_accumulator_value: 0)}. */
    public ScriptOptimizer Adagrad(Map<String, ?> arguments) {
        return optimizer(
                "Adagrad",
                arguments,
                List.of("epsilon", "initial_accumulator_value"),
                named -> new Adagrad(named.real("epsilon", 1e-6), named.real("initial_accumulator_value", 0)));
    }

    /** {@code DecayedAdagrad(learning_rate:, decay: 0.95, epsilon: 1e-6)}. */
    public ScriptOptimizer DecayedAdagrad(Map<String, ?> arguments) {
        return optimizer(
                "DecayedAdagrad",
                arguments,
                List.of("decay", "epsilon"),
                named -> new DecayedAdagrad(named.real("decay", 0.95), named.real("epsilon", 1e-6)));
    }

    /** {@code RMSProp(learning_rate:, rho: 0.95, epsilon: 1e-6, momentum: 0, centered: false)}; epsilon stands below the root. */
    public ScriptOptimizer RMSProp(Map<String, ?> arguments) {
        return optimizer(
                "RMSProp",
                arguments,
                List.of("rho", "epsilon", "momentum", "centered"),
                named -> new RmsProp(
                        named.real("rho", 0.95),
                        named.real("epsilon", 1e-6),
                        named.real("momentum", 0),
                        named.flag("centered", false)));
    }

    /** {@code Adam(learning_rate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-8)}; epsilon stands outside the bias correction. */
    public ScriptOptimizer Adam(Map<String, ?> arguments) {
        return optimizer(
                "Adam",
                preset(arguments, 0.001),
                List.of("beta1", "beta2", "epsilon"),
                named -> new Adam(named.real("beta1", 0.9), named.real("beta2", 0.999), named.real("epsilon", 1e-8)));
    }

    /** {@code Adamax(learning_rate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-8)}. */
    public ScriptOptimizer Adamax(Map<String, ?> arguments) {
        return optimizer(
                "Adamax",
                preset(arguments, 0.001),
                List.of("beta1", "beta2", "epsilon"),
                named -> new Adamax(named.real("beta1", 0.9), named.real("beta2", 0.999), named.real("epsilon", 1e-8)));
    }

    /** {@code Adadelta(learning_rate: 1, epsilon: 1e-6, rho: 0.95)}; Fluid's ignores its learning rate, this one multiplies by it. */
    public ScriptOptimizer Adadelta(Map<String, ?> arguments) {
        return optimizer(
                "Adadelta",
                preset(arguments, 1),
                List.of("epsilon", "rho"),
                named -> new Adadelta(named.real("epsilon", 1e-6), named.real("rho", 0.95)));
    }

    /** {@code Ftrl(learning_rate:, l1: 0, l2: 0, lr_power: -0.5)}. */
    public ScriptOptimizer Ftrl(Map<String, ?> arguments) {
        return optimizer(
                "Ftrl",
                arguments,
                List.of("l1", "l2", "lr_power"),
                named -> new Ftrl(named.real("l1", 0), named.real("l2", 0), named.real("lr_power", -0.5)));
    }

    private ScriptOptimizer optimizer(
            String word, Map<String, ?> arguments, List<String> own, Function<Arguments, UpdateRule> rule) {
        List<String> known = new ArrayList<>(List.of("learning_rate"));
        known.addAll(own);
        known.addAll(List.of("regularization", "grad_clip"));
        Arguments named = Arguments.of(word, arguments, known.toArray(String[]::new));
        return new ScriptOptimizer(
                program,
                new Optimizer(
                        rule.apply(named),
                        named.learningRate(),
                        named.optional("regularization", Regularization.class),
                        named.optional("grad_clip", GradientClip.class)));
    }

    private static Map<String, ?> preset(@Nullable Map<String, ?> arguments, double learningRate) {
        Map<String, Object> filled = new LinkedHashMap<>(Map.of("learning_rate", learningRate));
        if (arguments != null) {
            filled.putAll(arguments);
        }
        return filled;
    }
}
