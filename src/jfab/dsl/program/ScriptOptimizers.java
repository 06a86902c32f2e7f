package jfab.dsl.program;

import java.util.Map;
import jfab.program.Optimizer;

/** Optimizers of a script, for its main program. */
final class ScriptOptimizers implements OptimizerWords {
    private final ScriptProgram program;

    ScriptOptimizers(ScriptProgram program) {
        this.program = program;
    }

    @Override
    public ScriptOptimizer SGD(Map<String, ?> arguments) {
        double rate = Arguments.of("SGD", arguments, "learning_rate").real("learning_rate");
        return new ScriptOptimizer(program.builder(), new Optimizer.Sgd(rate));
    }

    @Override
    public ScriptOptimizer Adam(Map<String, ?> arguments) {
        Arguments named = Arguments.of("Adam", arguments, "learning_rate", "beta1", "beta2", "epsilon");
        return new ScriptOptimizer(
                program.builder(),
                new Optimizer.Adam(
                        named.real("learning_rate", 0.001),
                        named.real("beta1", 0.9),
                        named.real("beta2", 0.999),
                        named.real("epsilon", 1e-8)));
    }
}
