package jfab.dsl.program;

import java.util.Map;
import jfab.program.Initialization;
import jfab.program.Variable;

/** Words that describe a network; Fluid's names, arguments and defaults. */
public interface LayerWords {
    /** {@code data(name: 'x', shape: [13], dtype: 'float32')}: a variable that is fed; the shape is that of one sample. */
    Variable data(Map<String, ?> arguments);

    /** {@code fc(input: x, size: 10, act: 'softmax')}: a fully connected layer. */
    Variable fc(Map<String, ?> arguments);

    /** {@code conv2d(input:, num_filters:, filter_size:, stride: 1, padding: 0, act: null, param_attr: MSRA())}. */
    Variable conv2d(Map<String, ?> arguments);

    /** {@code pool2d(input:, pool_size:, pool_type: 'max', pool_stride: 1, pool_padding: 0)}. */
    Variable pool2d(Map<String, ?> arguments);

    /** {@code simple_img_conv_pool(input:, filter_size:, num_filters:, pool_size:, pool_stride:, act: null, param_attr: MSRA())}. */
    Variable simple_img_conv_pool(Map<String, ?> arguments);

    /** {@code batch_norm(input:, act: null, momentum: 0.9, epsilon: 1e-5)}. */
    Variable batch_norm(Map<String, ?> arguments);

    /** {@code square_error_cost(input:, label:)}: the squared difference, without a half. */
    Variable square_error_cost(Map<String, ?> arguments);

    /** {@code cross_entropy(input:, label:)}: of probabilities, so softmax comes first. */
    Variable cross_entropy(Map<String, ?> arguments);

    /** {@code accuracy(input:, label:)}: the share of samples whose largest output is at their label. */
    Variable accuracy(Map<String, ?> arguments);

    /** {@code mean(x: cost)}. */
    Variable mean(Map<String, ?> arguments);

    /** {@code mean(cost)}. */
    Variable mean(Variable x);

    /** First values for {@code param_attr}: uniform within ±√(6 / (fan in + fan out)). */
    Initialization Xavier();

    /** First values for {@code param_attr}: normal with deviation √(2 / fan in), as convolutions have them by default. */
    Initialization MSRA();
}
