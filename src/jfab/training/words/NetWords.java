package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;

/** Words for layers that often stand together: Fluid's {@code nets}. */
public interface NetWords {
    /**
     * {@code simple_img_conv_pool(input:, num_filters:, filter_size:, pool_size:, pool_stride:, act: null, pool_type: 'max',
     * param_attr:, bias_attr:)}: a convolution and pooling.
     */
    Variable simple_img_conv_pool(Map<String, ?> arguments);

    /**
     * {@code img_conv_group(input:, conv_num_filter: [64, 64], pool_size:, conv_padding: 1, conv_filter_size: 3, conv_act:
     * null, param_attr:, conv_with_batchnorm: false, conv_batchnorm_drop_rate: 0.0, pool_stride: 1, pool_type: 'max')}:
     * convolutions one after the other, then pooling.
     *
     * <p>All but the filters and the pool may be a list with one value per convolution.
     */
    Variable img_conv_group(Map<String, ?> arguments);

    /**
     * {@code sequence_conv_pool(input:, num_filters:, filter_size:, act: 'sigmoid', pool_type: 'max', param_attr:, bias_attr:)}.
     */
    Variable sequence_conv_pool(Map<String, ?> arguments);
}
