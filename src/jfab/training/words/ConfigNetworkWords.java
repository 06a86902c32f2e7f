package jfab.training.words;

import java.util.Map;

/** Networks of several layers in a configuration, as in PaddlePaddle's first version. */
public interface ConfigNetworkWords {
    /**
     * {@code img_conv_group(input:, conv_num_filter: [64, 64], num_channels:, conv_filter_size: 3, conv_padding: 1, conv_act:
     * ReluActivation(), conv_with_batchnorm: false, conv_batchnorm_drop_rate: [0.3, 0], pool_size: 2, pool_stride: 2, pool_type:
     * MaxPooling())}: convolutions one after another, then a pooling.
     */
    ConfigLayer img_conv_group(Map<String, ?> arguments);

    /**
     * {@code small_vgg(input_image:, num_channels: 3, num_classes: 10, num_filters: 64)}: ten convolutions and two layers behind them;
     * document 000's network. {@code num_filters} are the first convolution's, from which all others follow.
     */
    ConfigLayer small_vgg(Map<String, ?> arguments);
}
