package jfab.training.words.network;

import java.util.List;
import jfab.training.program.GradientClip;
import jfab.training.program.OpType;
import jfab.training.program.Program;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Optimizer;

/** An optimizer as scripts have it: {@code Adam(learning_rate: 0.001).minimize(cost)}. */
public final class ScriptOptimizer {
    private final ScriptProgram program;
    private final Optimizer optimizer;

    ScriptOptimizer(ScriptProgram program, Optimizer optimizer) {
        this.program = program;
        this.optimizer = optimizer;
    }

    /**
     * Appends gradients of {@code loss} and optimize operators to the main program.
     *
     * @return these operators and the parameters that they change, which a program of Fluid hands to {@code transpile}
     */
    public List<List<?>> minimize(Variable loss) {
        GradientClip ofAll = program.gradientClip();
        Optimizer clipping = optimizer.clip() == null && ofAll != null ? optimizer.clipped(ofAll) : optimizer;
        clipping.minimize(program.builder(), loss);
        Program main = program.main();
        return List.of(main.operators(OpType.Phase.OPTIMIZE), main.trainable());
    }
}
