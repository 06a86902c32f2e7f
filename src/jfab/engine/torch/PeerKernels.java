package jfab.engine.torch;

import java.util.List;
import jfab.program.Operator;
import org.bytedeco.pytorch.Tensor;

/** Operators that all trainers of a job without parameter servers do together. */
final class PeerKernels {
    private PeerKernels() {}

    /** Grad_i = sum over trainers (n_t d Loss_t / d Param_i) / sum over trainers n_t, where n_t is a trainer's samples. */
    static void backward(Operator operator, Step step) {
        if (!step.isEmpty()) {
            GradientKernels.checkLoss(operator, step);
        }
        List<String> names = operator.outputs("Grad");
        List<Tensor> gradients = step.executor()
                .group()
                .backward(operator.inputs("Param"), step, step.isEmpty() ? null : step.loss(operator));
        for (int i = 0; i < names.size(); i++) {
            step.put(names.get(i), gradients.get(i));
        }
    }

    /** Out = the values of trainer 0. */
    static void broadcast(Operator operator, Step step) {
        step.executor()
                .group()
                .broadcast(
                        operator.outputs("Out"),
                        operator.outputs("Out").stream().map(step::stored).toList());
    }
}
