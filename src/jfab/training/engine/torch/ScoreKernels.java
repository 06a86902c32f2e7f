package jfab.training.engine.torch;

import jfab.training.program.Operator;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** How good outputs are; nothing is learned from these numbers. */
final class ScoreKernels {
    private ScoreKernels() {}

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

    /**
     * AUC[1] = the probability that a sample with label 1 has a larger output than one with label 0, counted over all steps.
     *
     * <p>A program for tests has counts of its own, which begin again after each step of training.
     *
     * <p>Outputs are counted in {@code num_thresholds + 1} bins from 0 to 1; within one bin half of the pairs are in order. 0
     * as long as one of the labels is missing.
     */
    static void auc(Operator operator, Step step) {
        Tensor output = step.in(operator, "Predict").detach().select(1, -1);
        Tensor label = step.in(operator, "Label").flatten();
        ForwardKernels.checkIndices(operator.input("Label"), label, 2, operator.input("Predict"));
        long last = operator.integer("num_thresholds");
        Tensor bins = output.mul(new Scalar(last))
                .to(ScalarType.Long)
                .clamp(new ScalarOptional(new Scalar(0L)), new ScalarOptional(new Scalar(last)));
        Tensor positive = counts(operator, "StatPos", step).index_add_(0, bins, label);
        Tensor negative = counts(operator, "StatNeg", step)
                .index_add_(0, bins, torch.ones_like(label).sub(label));
        Tensor p = positive.to(ScalarType.Double);
        Tensor n = negative.to(ScalarType.Double);
        Tensor above = p.sum().sub(p.cumsum(0));
        double ordered = n.mul(above.add(p.mul(new Scalar(0.5)))).sum().item().toDouble();
        double pairs = p.sum().mul(n.sum()).item().toDouble();
        step.out(
                operator,
                "AUC",
                step.onDevice(torch.full(new long[] {1}, new Scalar(pairs == 0 ? 0 : ordered / pairs))));
    }

    private static Tensor counts(Operator operator, String slot, Step step) {
        Tensor trained = step.stored(operator.input(slot));
        return operator.flag("is_test") ? step.scope().tested(operator.input(slot), trained) : trained;
    }
}
