package jfab.engine.torch;

import java.util.Arrays;
import java.util.List;
import jfab.program.Operator;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Gradients, and the rules that apply them. */
final class OptimizeKernels {
    private OptimizeKernels() {}

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

    /** Param -= learning_rate * Grad. */
    static void sgd(Operator operator, Step step) {
        Tensor parameter = step.stored(operator.input("Param"));
        parameter.sub_(step.in(operator, "Grad"), new Scalar(operator.real("learning_rate")));
    }

    /**
     * m = beta1 m + (1 - beta1) g; v = beta2 v + (1 - beta2) g²; Param -= lr_t m / (sqrt(v) + epsilon), where lr_t =
     * learning_rate sqrt(1 - beta2^t) / (1 - beta1^t) and t counts updates from 1.
     */
    static void adam(Operator operator, Step step) {
        Tensor gradient = step.in(operator, "Grad");
        double beta1 = operator.real("beta1");
        double beta2 = operator.real("beta2");
        Tensor moment1 = step.stored(operator.input("Moment1"));
        Tensor moment2 = step.stored(operator.input("Moment2"));
        double t =
                step.stored(operator.input("Step")).add_(new Scalar(1)).item().toDouble();
        double rate = operator.real("learning_rate") * Math.sqrt(1 - Math.pow(beta2, t)) / (1 - Math.pow(beta1, t));

        moment1.mul_(new Scalar(beta1)).add_(gradient, new Scalar(1 - beta1));
        moment2.mul_(new Scalar(beta2)).addcmul_(gradient, gradient, new Scalar(1 - beta2));
        Tensor scale = moment2.sqrt().add_(new Scalar(operator.real("epsilon")));
        step.stored(operator.input("Param")).addcdiv_(moment1, scale, new Scalar(-rate));
    }

    private static TensorVector vector(List<Tensor> tensors) {
        return new TensorVector(tensors.toArray(Tensor[]::new));
    }
}
