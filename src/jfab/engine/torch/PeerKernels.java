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

    /** Out = the values of trainer 0. From here on a trainer can take part in the steps of Param, also if it has none itself. */
    static void broadcast(Operator operator, Step step) {
        GlooGroup group = step.executor().group();
        List<String> names = operator.outputs("Out");
        group.broadcast(names, names.stream().map(step::stored).toList());
        operator.inputs("Param").forEach(name -> group.leaf(name, step));
    }
}
