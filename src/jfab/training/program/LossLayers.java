package jfab.training.program;

import java.util.List;
import java.util.Map;

/** Layers that compare what a network says with what is right. */
public final class LossLayers {
    private final LayerRecorder recorder;

    LossLayers(LayerRecorder recorder) {
        this.recorder = recorder;
    }

    /** {@code (input - label)²} per element. */
    public Variable squareErrorCost(Variable input, Variable label) {
        if (!input.shape().equals(label.shape())) {
            throw new ProgramException("square_error_cost compares equal shapes, not " + input + " and " + label);
        }
        if (input.type() != DataType.FLOAT32 || label.type() != DataType.FLOAT32) {
            throw new ProgramException("square_error_cost takes float32, not " + input + " and " + label
                    + "; declare what is fed as float32, or cast() it");
        }
        LayerRecorder.sameRows("square_error_cost", List.of(input, label));
        Variable cost = recorder.result(recorder.layer("square_error_cost") + ".tmp_0", input.shape(), input);
        recorder.append(OpType.SQUARE_ERROR_COST, Map.of("X", input, "Y", label), Map.of("Out", cost), Map.of());
        return cost;
    }

    /**
     * {@code -log(input[label])} per row, where {@code input} holds probabilities; apply softmax first.
     *
     * @param soft whether {@code label} has a weight for each class, not the number of one
     */
    public Variable crossEntropy(Variable input, Variable label, boolean soft) {
        return cost(OpType.CROSS_ENTROPY, "X", "Y", input, label, soft);
    }

    /** {@link #crossEntropy} of {@code softmax(logits)}, computed as one: exact also where a probability rounds to 0. */
    public Variable softmaxWithCrossEntropy(Variable logits, Variable label, boolean soft) {
        return cost(OpType.SOFTMAX_WITH_CROSS_ENTROPY, "Logits", "Loss", logits, label, soft);
    }

    /** The share of rows whose largest output is at their label, shape {@code [1]}. */
    public Variable accuracy(Variable input, Variable label) {
        classes("accuracy", input, label);
        if (input.shape().dimension(1) == 1) {
            throw new ProgramException("accuracy takes an output for each of two or more classes, not " + input
                    + ", whose largest is always the first; take fc(size: 2, act: 'softmax') for two");
        }
        Variable accuracy = recorder.result(recorder.layer("accuracy") + ".tmp_0", Shape.of(1));
        recorder.append(OpType.ACCURACY, Map.of("Out", input, "Label", label), Map.of("Accuracy", accuracy), Map.of());
        return accuracy;
    }

    /**
     * The area under the ROC curve, shape {@code [1]}, of all samples since the startup program ran; in a program for tests, of
     * those since the last step of training.
     *
     * @param input probabilities, {@code [n, 2]} or {@code [n, 1]}; the last column is that of label 1
     * @param thresholds how finely outputs are told apart
     */
    public Variable auc(Variable input, Variable label, long thresholds) {
        classes("auc", input, label);
        if (input.shape().dimension(1) > 2 || thresholds < 1) {
            throw new ProgramException(
                    "auc takes probabilities of two classes, [n, 2] or [n, 1], and num_thresholds of 1"
                            + " or more, not " + input + " and " + thresholds);
        }
        String layer = recorder.layer("auc");
        Shape bins = Shape.of(thresholds + 1);
        Initializer none = new Initializer.Constant(0);
        Variable positive = recorder.program().accumulator(layer + ".w_0", bins, DataType.INT64, none);
        Variable negative = recorder.program().accumulator(layer + ".w_1", bins, DataType.INT64, none);
        Variable area = recorder.result(layer + ".tmp_0", Shape.of(1));
        recorder.append(
                OpType.AUC,
                Map.of("Predict", input, "Label", label, "StatPos", positive, "StatNeg", negative),
                Map.of("AUC", area, "StatPosOut", positive, "StatNegOut", negative),
                Map.of("num_thresholds", thresholds, "is_test", false));
        return area;
    }

    private Variable cost(OpType type, String slot, String result, Variable input, Variable label, boolean soft) {
        if (soft) {
            if (!input.shape().equals(label.shape()) || label.type() != DataType.FLOAT32) {
                throw new ProgramException(type.word() + " with soft labels takes two float32 [n, classes], not "
                        + input + " and " + label);
            }
            LayerRecorder.sameRows(type.word(), List.of(input, label));
        } else {
            classes(type.word(), input, label);
        }
        Variable cost = recorder.result(recorder.layer(type.word()) + ".tmp_0", Shape.of(Shape.BATCH, 1), input);
        recorder.append(type, Map.of(slot, input, "Label", label), Map.of(result, cost), Map.of("soft_label", soft));
        return cost;
    }

    private static void classes(String layer, Variable input, Variable label) {
        if (input.shape().rank() != 2
                || label.type() != DataType.INT64
                || !label.shape().equals(Shape.of(Shape.BATCH, 1))) {
            throw new ProgramException(
                    layer + " takes [n, classes] and int64 labels [n, 1], not " + input + " and " + label);
        }
        LayerRecorder.sameRows(layer, List.of(input, label));
    }
}
