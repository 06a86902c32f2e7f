package jfab.training.words.v1;

import java.util.Map;
import jfab.training.words.FluidWords;

/** Layers of a configuration that work on images; the names, arguments and defaults of PaddlePaddle's first version. */
public final class ConfigImageWords {
    private final FluidWords fluid;

    ConfigImageWords(FluidWords fluid) {
        this.fluid = fluid;
    }

    /**
     * {@code img_conv_layer(input:, filter_size:, num_filters:, num_channels:, stride: 1, padding: 0, act: ReluActivation(), bias_attr:,
     * layer_attr:, name:)}.
     */
    public ConfigLayer img_conv_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(
                fluid,
                "img_conv_layer",
                arguments,
                "filter_size",
                "num_filters",
                "num_channels",
                "stride",
                "padding",
                "act",
                "bias_attr");
        Map<String, Object> told = layer.told("filter_size", "num_filters", "stride", "padding", "bias_attr");
        told.put("input", layer.images());
        layer.activation(told, "relu");
        return layer.output(fluid.layer("conv2d", told));
    }

    /** {@code img_pool_layer(input:, pool_size:, stride: 1, padding: 0, pool_type: MaxPooling(), num_channels:, name:)}. */
    public ConfigLayer img_pool_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(
                fluid, "img_pool_layer", arguments, "pool_size", "stride", "padding", "pool_type", "num_channels");
        Map<String, Object> told = layer.told("pool_size");
        told.put("input", layer.images());
        told.put("pool_type", layer.text("pool_type", "max").equals("average") ? "avg" : "max");
        told.put("pool_stride", (int) layer.named().integer("stride", 1));
        told.put("pool_padding", (int) layer.named().integer("padding", 0));
        return layer.output(fluid.layer("pool2d", told));
    }

    /** {@code batch_norm_layer(input:, act: ReluActivation(), moving_average_fraction: 0.9, layer_attr:, name:)}. */
    public ConfigLayer batch_norm_layer(Map<String, ?> arguments) {
        LayerArguments layer = LayerArguments.of(
                fluid, "batch_norm_layer", arguments, "act", "moving_average_fraction", "num_channels");
        Map<String, Object> told = layer.told();
        told.put("input", layer.images());
        told.put("momentum", layer.named().real("moving_average_fraction", 0.9));
        layer.activation(told, "relu");
        return layer.output(fluid.layer("batch_norm", told));
    }
}
