package jfab.training.engine.torch;

import jfab.training.program.OpType;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Formulas that compare outputs with labels. */
final class LossKernels {
    /** libtorch's number for one value per element. */
    private static final long NO_REDUCTION = 0;

    private LossKernels() {}

    /** Out = (X - Y)². */
    static void squareErrorCost(Operator operator, Step step) {
        step.out(operator, "Out", squareError(step.in(operator, "X"), step.in(operator, "Y")));
    }

    /** Whether a square_error_cost and the mean of it can be one. */
    static boolean together(Operator cost, Operator mean) {
        return cost.type() == OpType.SQUARE_ERROR_COST
                && mean.type() == OpType.MEAN
                && mean.input("X").equals(cost.output("Out"));
    }

    /** The mean of squared errors in one call, whose gradient is one more; of the two formulas apart it is six. Says how many operators that were. */
    static int meanSquaredError(Operator cost, Operator mean, Step step) {
        Tensor x = step.in(cost, "X");
        Tensor y = step.in(cost, "Y");
        step.later(cost.output("Out"), () -> squareError(x, y));
        step.outMean(mean, torch.mse_loss(x, y));
        return 2;
    }

    private static Tensor squareError(Tensor x, Tensor y) {
        return torch.mse_loss(x, y, NO_REDUCTION);
    }

    /** Y = -log X[Label], or the sum of -Label log X. */
    static void crossEntropy(Operator operator, Step step) {
        // The smallest float changes no probability that matters, and keeps the cost finite where softmax has rounded
        // to 0.
        Scalar smallest = new Scalar(Float.MIN_NORMAL);
        Tensor x = step.in(operator, "X");
        if (operator.flag("soft_label")) {
            step.out(operator, "Y", weighted(x.add(smallest).log(), operator, step));
        } else {
            step.out(
                    operator,
                    "Y",
                    labelled(x, operator.input("X"), operator, step)
                            .add(smallest)
                            .log()
                            .neg());
        }
    }

    /** Loss = -log softmax(Logits)[Label], or the sum of -Label log softmax(Logits). */
    static void softmaxWithCrossEntropy(Operator operator, Step step) {
        Tensor logarithms = torch.log_softmax(step.in(operator, "Logits"), 1);
        step.out(
                operator,
                "Loss",
                operator.flag("soft_label")
                        ? weighted(logarithms, operator, step)
                        : labelled(logarithms, operator.input("Logits"), operator, step)
                                .neg());
    }

    private static Tensor labelled(Tensor x, String name, Operator operator, Step step) {
        Tensor label = step.in(operator, "Label");
        return ForwardKernels.checked(() -> x.gather(1, label), operator.input("Label"), x.size(1), name, step);
    }

    private static Tensor weighted(Tensor logarithms, Operator operator, Step step) {
        return logarithms
                .mul(step.in(operator, "Label"))
                .sum(new long[] {1}, true, null)
                .neg();
    }
}
