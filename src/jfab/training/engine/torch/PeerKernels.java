package jfab.training.engine.torch;

import java.util.List;
import java.util.Objects;
import jfab.training.engine.torch.group.Sums;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.Tensor;

/** Operators that all trainers of a job without parameter servers do together. */
final class PeerKernels {
    private PeerKernels() {}

    /** Grad_i = sum over trainers (n_t d Loss_t / d Param_i) / sum over trainers n_t, where n_t is a trainer's samples. */
    static void backward(Operator operator, Step step) {
        Tensor loss = null;
        if (!step.isEmpty()) {
            GradientKernels.checkLoss(operator, step);
            loss = step.values(operator.inputs("Loss")).stream()
                    .reduce(Tensor::add)
                    .orElseThrow();
        }
        List<String> parameters = operator.inputs("Param");
        Sums.Total total = step.executor().group().backward(parameters, step.samples(), loss);
        step.count(total.samples());
        for (int i = 0; i < parameters.size(); i++) {
            step.put(
                    operator.outputs("Grad").get(i),
                    Objects.requireNonNull(total.gradients().get(parameters.get(i))));
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
