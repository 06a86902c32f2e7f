package jfab.dsl.program;

import java.util.Map;
import jfab.program.ImageLayers;
import jfab.program.Variable;

/** Layers over images of a script. */
final class ScriptImages implements ImageWords {
    private final ImageLayers layers;

    ScriptImages(ImageLayers layers) {
        this.layers = layers;
    }

    @Override
    public Variable conv2d(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "conv2d",
                arguments,
                "input",
                "num_filters",
                "filter_size",
                "stride",
                "padding",
                "act",
                "param_attr",
                "bias_attr");
        return layers.conv2d(
                named.variable("input"),
                named.integer("num_filters"),
                named.integer("filter_size"),
                named.integer("stride", 1),
                named.integer("padding", 0),
                named.parameter("param_attr"),
                named.bias("bias_attr"),
                named.optionalText("act"));
    }

    @Override
    public Variable pool2d(Map<String, ?> arguments) {
        Arguments named =
                Arguments.of("pool2d", arguments, "input", "pool_size", "pool_type", "pool_stride", "pool_padding");
        String type = named.optionalText("pool_type");
        return layers.pool2d(
                named.variable("input"),
                named.integer("pool_size"),
                type == null ? "max" : type,
                named.integer("pool_stride", 1),
                named.integer("pool_padding", 0));
    }

    @Override
    public Variable simple_img_conv_pool(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "simple_img_conv_pool",
                arguments,
                "input",
                "num_filters",
                "filter_size",
                "pool_size",
                "pool_stride",
                "act",
                "param_attr",
                "bias_attr");
        Variable filtered = layers.conv2d(
                named.variable("input"),
                named.integer("num_filters"),
                named.integer("filter_size"),
                1,
                0,
                named.parameter("param_attr"),
                named.bias("bias_attr"),
                named.optionalText("act"));
        return layers.pool2d(filtered, named.integer("pool_size"), "max", named.integer("pool_stride"), 0);
    }

    @Override
    public Variable batch_norm(Map<String, ?> arguments) {
        Arguments named =
                Arguments.of("batch_norm", arguments, "input", "act", "momentum", "epsilon", "param_attr", "bias_attr");
        return layers.batchNorm(
                named.variable("input"),
                named.optionalText("act"),
                named.real("momentum", 0.9),
                named.real("epsilon", 1e-5),
                named.parameter("param_attr"),
                named.parameter("bias_attr"));
    }
}
