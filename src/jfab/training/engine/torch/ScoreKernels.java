package jfab.training.engine.torch;

import java.nio.FloatBuffer;
import java.util.List;
import jfab.training.engine.EngineException;
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
        Tensor scores = step.in(operator, "Out").detach();
        ForwardKernels.checkIndices(operator.input("Label"), scores.size(1), operator.input("Out"), step);
        Tensor predicted = scores.argmax(new LongOptional(1), true);
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
        ForwardKernels.checkIndices(operator.input("Label"), 2, operator.input("Predict"), step);
        checkProbabilities(operator.input("Predict"), step);
        long last = operator.integer("num_thresholds");
        Tensor bins = output.mul(new Scalar(last))
                .to(ScalarType.Long)
                .clamp(new ScalarOptional(new Scalar(0L)), new ScalarOptional(new Scalar(last)));
        Tensor positive = counted(operator, "StatPos", bins, label, step);
        Tensor negative =
                counted(operator, "StatNeg", bins, torch.ones_like(label).sub(label), step);
        Tensor p = positive.to(ScalarType.Double);
        Tensor n = negative.to(ScalarType.Double);
        Tensor above = p.sum().sub(p.cumsum(0));
        Tensor ordered = n.mul(above.add(p.mul(new Scalar(0.5)))).sum();
        Tensor pairs = p.sum().mul(n.sum());
        // Without pairs nothing is in order, and 0 of 1 are.
        step.out(
                operator,
                "AUC",
                ordered.div(pairs.clamp_min(new Scalar(1.0)))
                        .to(ScalarType.Float)
                        .reshape(1));
    }

    /** Whoever forgets softmax would get a number that is none. */
    private static void checkProbabilities(String name, Step step) {
        jfab.training.engine.Tensor outputs = step.onHost(name);
        FloatBuffer numbers =
                outputs.bytes(0, Math.toIntExact(outputs.byteSize())).asFloatBuffer();
        for (int i = 0; i < numbers.limit(); i++) {
            float number = numbers.get(i);
            if (number < 0 || number > 1) {
                throw EngineException.ofData("auc takes probabilities, and '" + name + "' holds " + number
                        + "; give it the outputs of softmax or sigmoid");
            }
        }
    }

    /** The counts with those of this step, which are kept when it has turned out to be a good one. */
    private static Tensor counted(Operator operator, String slot, Tensor bins, Tensor ones, Step step) {
        Tensor trained = step.stored(operator.input(slot));
        Tensor counts = operator.flag("is_test") ? step.scope().tested(operator.input(slot), trained) : trained;
        Tensor more = counts.index_add(0, bins, ones);
        step.atEnd(List.of(counts), () -> counts.copy_(more));
        return more;
    }
}
