package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;

/** Words for layers over images; Fluid's names, arguments and defaults. */
public interface ImageWords {
    /**
     * {@code conv2d(input:, num_filters:, filter_size:, stride: 1, padding: 0, dilation: 1, groups: null, act: null,
     * param_attr: MSRA(uniform: false), bias_attr:)}.
     */
    Variable conv2d(Map<String, ?> arguments);

    /**
     * {@code pool2d(input:, pool_size:, pool_type: 'max', pool_stride: 1, pool_padding: 0, global_pooling: false, ceil_mode: false)};
     * {@code ceil_mode} keeps what is left over at the end of rows and columns, as windows that are cut off there.
     */
    Variable pool2d(Map<String, ?> arguments);

    /**
     * {@code batch_norm(input:, act: null, momentum: 0.9, epsilon: 1e-5, is_test: false, param_attr:, bias_attr:,
     * moving_mean_name: null, moving_variance_name: null)}: of images, or of rows.
     */
    Variable batch_norm(Map<String, ?> arguments);
}
