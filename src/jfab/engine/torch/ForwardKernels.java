package jfab.engine.torch;

import java.util.Arrays;
import jfab.program.Operator;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Forward formulas; libtorch records them and derives the gradients. */
final class ForwardKernels {
    private ForwardKernels() {}

    /** Out[n, m] = X[n, k...] Y[k, m]. */
    static void mul(Operator operator, Step step) {
        step.out(operator, "Out", step.in(operator, "X").flatten(1, -1).mm(step.in(operator, "Y")));
    }

    /** Out[n, c, ...] = X[n, c, ...] + Y[c]. */
    static void elementwiseAdd(Operator operator, Step step) {
        Tensor x = step.in(operator, "X");
        long[] shape = new long[(int) x.dim() - 1];
        Arrays.fill(shape, 1);
        shape[0] = -1;
        step.out(operator, "Out", x.add(step.in(operator, "Y").view(shape)));
    }

    /** Out = max(X, 0). */
    static void relu(Operator operator, Step step) {
        step.out(operator, "Out", torch.relu(step.in(operator, "X")));
    }

    /** Out = exp(X) / sum(exp(X)) over the last dimension. */
    static void softmax(Operator operator, Step step) {
        step.out(operator, "Out", torch.softmax(step.in(operator, "X"), -1));
    }

    /** Out = (X - Y)². */
    static void squareErrorCost(Operator operator, Step step) {
        step.out(
                operator,
                "Out",
                step.in(operator, "X").sub(step.in(operator, "Y")).square());
    }

    /** Y = -log X[Label]. */
    static void crossEntropy(Operator operator, Step step) {
        Tensor probability = step.in(operator, "X").gather(1, step.in(operator, "Label"));
        // The smallest float changes no probability that matters, and keeps the cost finite where softmax has rounded
        // to 0.
        step.out(
                operator,
                "Y",
                probability.add(new Scalar(Float.MIN_NORMAL)).log().neg());
    }

    /** Out[1] = mean of all elements of X. */
    static void mean(Operator operator, Step step) {
        step.out(operator, "Out", step.in(operator, "X").mean().reshape(1));
    }

    /** Accuracy[1] = share of rows whose argmax is Label. */
    static void accuracy(Operator operator, Step step) {
        Tensor predicted = step.in(operator, "Out").detach().argmax(new LongOptional(1), true);
        step.out(
                operator,
                "Accuracy",
                predicted
                        .eq(step.in(operator, "Label"))
                        .to(ScalarType.Float)
                        .mean()
                        .reshape(1));
    }
}
