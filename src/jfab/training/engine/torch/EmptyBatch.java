package jfab.training.engine.torch;

import java.util.List;
import jfab.training.program.OpType;
import jfab.training.program.OpType.Phase;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A step without samples: what a trainer does where the last batch of a pass is too small for all trainers.
 *
 * <p>It takes part in the exchange so that all stay in step, with gradients of 0 that count for no sample. Everything
 * computed from the samples is not a number.
 */
final class EmptyBatch {
    private EmptyBatch() {}

    static boolean skips(Operator operator, Step step) {
        return switch (operator.type().phase()) {
            // Fetching no rows is what makes the gradients of sparse tables have none.
            case FORWARD, BACKWARD ->
                operator.type() != OpType.PREFETCH && operator.type() != OpType.BACKWARD_ALL_REDUCE;
            // Where no other trainer has a sample either there is nothing to learn; whoever has servers leaves that to
            // them.
            case CLIP, OPTIMIZE -> step.counted() == 0 && step.executor().averages();
            case STARTUP, SCHEDULE -> false;
        };
    }

    static void fill(Operator operator, Step step) {
        if (operator.type().phase() == Phase.BACKWARD) {
            List<String> parameters = operator.inputs("Param");
            for (int i = 0; i < parameters.size(); i++) {
                step.put(operator.outputs("Grad").get(i), torch.zeros_like(step.stored(parameters.get(i))));
            }
            return;
        }
        for (List<String> names : operator.outputs().values()) {
            for (String name : names) {
                if (!step.program().variable(name).persistable()) {
                    step.put(
                            name,
                            torch.full(
                                    new long[] {1},
                                    new Scalar(Double.NaN),
                                    step.memory().options(ScalarType.Float)));
                }
            }
        }
    }
}
