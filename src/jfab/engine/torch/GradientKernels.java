package jfab.engine.torch;

import java.util.Arrays;
import java.util.List;
import jfab.program.Operator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Gradients, and what happens to them before they are applied. */
final class GradientKernels {
    private GradientKernels() {}

    /** Grad_i = d Loss / d Param_i. */
    static void backward(Operator operator, Step step) {
        TensorVector parameters = vector(step.values(operator.inputs("Param")));
        TensorVector gradients = torch.grad(new TensorVector(step.in(operator, "Loss")), parameters);
        List<String> names = operator.outputs("Grad");
        for (int i = 0; i < names.size(); i++) {
            step.put(names.get(i), gradients.get(i).contiguous());
        }
    }

    /** Out = sum(Weight_i X_i) / sum(Weight_i). */
    static void weightedMean(Operator operator, Step step) {
        Tensor weight = step.in(operator, "Weight");
        Tensor stacked = torch.stack(vector(step.values(operator.inputs("X"))), 0);
        long[] columns = new long[(int) stacked.dim()];
        Arrays.fill(columns, 1);
        columns[0] = -1;
        step.out(
                operator,
                "Out",
                stacked.mul(weight.div(weight.sum()).view(columns)).sum(0));
    }

    private static TensorVector vector(List<Tensor> tensors) {
        return new TensorVector(tensors.toArray(Tensor[]::new));
    }
}
