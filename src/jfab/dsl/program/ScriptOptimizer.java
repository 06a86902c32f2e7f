package jfab.dsl.program;

import jfab.program.Builder;
import jfab.program.Variable;
import jfab.program.optimize.Optimizer;

/** An optimizer as scripts have it: {@code Adam(learning_rate: 0.001).minimize(cost)}. */
public final class ScriptOptimizer {
    private final Builder program;
    private final Optimizer optimizer;

    ScriptOptimizer(Builder program, Optimizer optimizer) {
        this.program = program;
        this.optimizer = optimizer;
    }

    /** Appends gradients of {@code loss} and optimize operators to the main program. */
    public void minimize(Variable loss) {
        optimizer.minimize(program, loss);
    }
}
