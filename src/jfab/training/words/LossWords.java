package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;

/** Words that compare what a network says with what is right; Fluid's names, arguments and defaults. */
public interface LossWords {
    /** {@code square_error_cost(input:, label:)}: the squared difference, without a half. */
    Variable square_error_cost(Map<String, ?> arguments);

    /** {@code cross_entropy(input:, label:, soft_label: false)}: of probabilities, so softmax comes first. */
    Variable cross_entropy(Map<String, ?> arguments);

    /** {@code softmax_with_cross_entropy(logits:, label:, soft_label: false)}: both as one, without rounding between. */
    Variable softmax_with_cross_entropy(Map<String, ?> arguments);

    /** {@code accuracy(input:, label:)}: the share of samples whose largest output is at their label. */
    Variable accuracy(Map<String, ?> arguments);

    /** {@code auc(input:, label:, num_thresholds: 4095)}: the area under the ROC curve, of all samples so far. */
    Variable auc(Map<String, ?> arguments);
}
