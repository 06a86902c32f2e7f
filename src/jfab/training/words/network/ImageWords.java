package jfab.training.words.network;

import java.util.Map;
import jfab.training.program.ImageLayers;
import jfab.training.program.ImageLayers.Normalization;
import jfab.training.program.Variable;
import jfab.training.program.Window;

/** Words for layers over images; Fluid's names, arguments and defaults. */
public final class ImageWords {
    private final ImageLayers layers;

    public ImageWords(ImageLayers layers) {
        this.layers = layers;
    }

    /**
     * {@code conv2d(input:, num_filters:, filter_size:, stride: 1, padding: 0, dilation: 1, groups: null, act: null,
     * param_attr: MSRA(uniform: false), bias_attr:)}.
     */
    public Variable conv2d(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "conv2d",
                arguments,
                "input",
                "num_filters",
                "filter_size",
                "stride",
                "padding",
                "dilation",
                "groups",
                "act",
                "param_attr",
                "bias_attr");
        return layers.conv2d(
                named.variable("input"),
                named.integer("num_filters"),
                new Window(
                        named.integer("filter_size"),
                        named.integer("stride", 1),
                        named.integer("padding", 0),
                        named.integer("dilation", 1),
                        false),
                groups(named),
                named.parameter("param_attr"),
                named.bias("bias_attr"),
                named.optionalText("act"));
    }

    /**
     * {@code pool2d(input:, pool_size:, pool_type: 'max', pool_stride: 1, pool_padding: 0, global_pooling: false, ceil_mode: false)};
     * {@code ceil_mode} keeps what is left over at the end of rows and columns, as windows that are cut off there.
     */
    public Variable pool2d(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "pool2d",
                arguments,
                "input",
                "pool_size",
                "pool_type",
                "pool_stride",
                "pool_padding",
                "global_pooling",
                "ceil_mode");
        String type = named.text("pool_type", "max");
        if (named.flag("global_pooling", false)) {
            return layers.globalPool2d(named.variable("input"), type);
        }
        return layers.pool2d(
                named.variable("input"),
                type,
                new Window(
                        named.integer("pool_size"),
                        named.integer("pool_stride", 1),
                        named.integer("pool_padding", 0),
                        1,
                        named.flag("ceil_mode", false)));
    }

    /** Fluid's default is null. */
    private static long groups(Arguments named) {
        Integer given = named.optional("groups", Integer.class);
        return given == null ? 1 : given;
    }

    /**
     * {@code batch_norm(input:, act: null, momentum: 0.9, epsilon: 1e-5, is_test: false, param_attr:, bias_attr:,
     * moving_mean_name: null, moving_variance_name: null)}: of images, or of rows.
     */
    public Variable batch_norm(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "batch_norm",
                arguments,
                "input",
                "act",
                "is_test",
                "momentum",
                "epsilon",
                "param_attr",
                "bias_attr",
                "moving_mean_name",
                "moving_variance_name");
        Normalization normalization = new Normalization(
                named.real("momentum", Normalization.DEFAULT.momentum()),
                named.real("epsilon", Normalization.DEFAULT.epsilon()),
                named.flag("is_test", false),
                named.optionalText("moving_mean_name"),
                named.optionalText("moving_variance_name"));
        return layers.batchNorm(
                named.variable("input"),
                normalization,
                named.parameter("param_attr"),
                named.parameter("bias_attr"),
                named.optionalText("act"));
    }
}
