package jfab.training.words;

import java.util.Map;

/** Layers of a configuration that work on images; the names, arguments and defaults of PaddlePaddle's first version. */
public interface ConfigImageWords {
    /**
     * {@code img_conv_layer(input:, filter_size:, num_filters:, num_channels:, stride: 1, padding: 0, act: ReluActivation(), bias_attr:,
     * layer_attr:, name:)}.
     */
    ConfigLayer img_conv_layer(Map<String, ?> arguments);

    /** {@code img_pool_layer(input:, pool_size:, stride: 1, padding: 0, pool_type: MaxPooling(), num_channels:, name:)}. */
    ConfigLayer img_pool_layer(Map<String, ?> arguments);

    /** {@code batch_norm_layer(input:, act: ReluActivation(), moving_average_fraction: 0.9, layer_attr:, name:)}. */
    ConfigLayer batch_norm_layer(Map<String, ?> arguments);
}
