package jfab.training.words;

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

/** Optimizers of a script, for its main program. */
final class ScriptOptimizers implements OptimizerWords {
    private final ScriptProgram program;

    ScriptOptimizers(ScriptProgram program) {
        this.program = program;
    }

    @Override
    public ScriptOptimizer SGD(Map<String, ?> arguments) {
        return optimizer("SGD", arguments, List.of(), _ -> new Sgd());
    }

    @Override
    public ScriptOptimizer Momentum(Map<String, ?> arguments) {
        return optimizer(
                "Momentum",
                arguments,
                List.of("momentum", "use_nesterov"),
                named -> new Momentum(named.real("momentum"), named.flag("use_nesterov", false)));
    }

    @Override
    public ScriptOptimizer Adagrad(Map<String, ?> arguments) {
        return optimizer(
                "Adagrad",
                arguments,
                List.of("epsilon", "initial_accumulator_value"),
                named -> new Adagrad(named.real("epsilon", 1e-6), named.real("initial_accumulator_value", 0)));
    }

    @Override
    public ScriptOptimizer DecayedAdagrad(Map<String, ?> arguments) {
        return optimizer(
                "DecayedAdagrad",
                arguments,
                List.of("decay", "epsilon"),
                named -> new DecayedAdagrad(named.real("decay", 0.95), named.real("epsilon", 1e-6)));
    }

    @Override
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

    @Override
    public ScriptOptimizer Adam(Map<String, ?> arguments) {
        return optimizer(
                "Adam",
                preset(arguments, 0.001),
                List.of("beta1", "beta2", "epsilon"),
                named -> new Adam(named.real("beta1", 0.9), named.real("beta2", 0.999), named.real("epsilon", 1e-8)));
    }

    @Override
    public ScriptOptimizer Adamax(Map<String, ?> arguments) {
        return optimizer(
                "Adamax",
                preset(arguments, 0.001),
                List.of("beta1", "beta2", "epsilon"),
                named -> new Adamax(named.real("beta1", 0.9), named.real("beta2", 0.999), named.real("epsilon", 1e-8)));
    }

    @Override
    public ScriptOptimizer Adadelta(Map<String, ?> arguments) {
        return optimizer(
                "Adadelta",
                preset(arguments, 1),
                List.of("epsilon", "rho"),
                named -> new Adadelta(named.real("epsilon", 1e-6), named.real("rho", 0.95)));
    }

    @Override
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
