package jfab.training.words.v1;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.training.program.ProgramException;
import jfab.training.words.network.Arguments;
import org.jspecify.annotations.Nullable;

/** Networks of several layers in a configuration, as in PaddlePaddle's first version. */
public final class ConfigNetworkWords {
    private final ConfigLayerWords layers;
    private final ConfigImageWords images;

    ConfigNetworkWords(ConfigLayerWords layers, ConfigImageWords images) {
        this.layers = layers;
        this.images = images;
    }

    /**
     * {@code img_conv_group(input:, conv_num_filter: [64, 64], num_channels:, conv_filter_size: 3, conv_padding: 1, conv_act:
     * ReluActivation(), conv_with_batchnorm: false, conv_batchnorm_drop_rate: [0.3, 0], pool_size: 2, pool_stride: 2, pool_type:
     * MaxPooling())}: convolutions one after another, then a pooling.
     */
    public ConfigLayer img_conv_group(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "img_conv_group",
                arguments,
                "input",
                "conv_num_filter",
                "num_channels",
                "conv_filter_size",
                "conv_padding",
                "conv_act",
                "conv_with_batchnorm",
                "conv_batchnorm_drop_rate",
                "pool_size",
                "pool_stride",
                "pool_type");
        List<Integer> filters = named.list("conv_num_filter", Integer.class);
        boolean normalized = Boolean.TRUE.equals(named.optional("conv_with_batchnorm", Boolean.class));
        List<Number> rates = arguments.containsKey("conv_batchnorm_drop_rate")
                ? named.list("conv_batchnorm_drop_rate", Number.class)
                : filters.stream().<Number>map(_ -> 0).toList();
        if (rates.size() != filters.size()) {
            throw new ProgramException("img_conv_group has " + filters.size() + " convolutions in conv_num_filter and "
                    + rates.size() + " rates in conv_batchnorm_drop_rate");
        }
        String given = named.optionalText("conv_act");
        String act = given == null ? "relu" : given;
        ConfigLayer layer = input(named, "input");
        for (int i = 0; i < filters.size(); i++) {
            Map<String, Object> convolution = new HashMap<>(Map.of(
                    "input",
                    layer,
                    "num_filters",
                    filters.get(i),
                    "filter_size",
                    (int) named.integer("conv_filter_size", 3),
                    "padding",
                    (int) named.integer("conv_padding", 1),
                    "act",
                    normalized ? "" : act));
            if (i == 0 && arguments.get("num_channels") instanceof Integer channels) {
                convolution.put("num_channels", channels);
            }
            layer = images.img_conv_layer(convolution);
            if (normalized) {
                layer = images.batch_norm_layer(
                        Map.of("input", layer, "act", act, "layer_attr", Map.of("drop_rate", rates.get(i))));
            }
        }
        @Nullable String kind = named.optionalText("pool_type");
        return pool(
                layer,
                (int) named.integer("pool_size", 2),
                (int) named.integer("pool_stride", 2),
                kind == null ? "max" : kind);
    }

    /**
     * {@code small_vgg(input_image:, num_channels: 3, num_classes: 10, num_filters: 64)}: ten convolutions and two layers behind them;
     * document 000's network. {@code num_filters} are the first convolution's, from which all others follow.
     */
    public ConfigLayer small_vgg(Map<String, ?> arguments) {
        Arguments named =
                Arguments.of("small_vgg", arguments, "input_image", "num_channels", "num_classes", "num_filters");
        int filters = (int) named.integer("num_filters", 64);
        ConfigLayer layer =
                group(input(named, "input_image"), filters, List.of(0.3, 0), (int) named.integer("num_channels", 3));
        layer = group(layer, 2 * filters, List.of(0.4, 0), null);
        layer = group(layer, 4 * filters, List.of(0.4, 0.4, 0), null);
        layer = group(layer, 8 * filters, List.of(0.4, 0.4, 0), null);
        layer = layers.dropout_layer(Map.of("input", pool(layer, 2, 2, "max"), "dropout_rate", 0.5));
        layer = layers.fc_layer(
                Map.of("input", layer, "size", 8 * filters, "act", "", "layer_attr", Map.of("drop_rate", 0.5)));
        layer = images.batch_norm_layer(Map.of("input", layer, "act", "relu"));
        return layers.fc_layer(
                Map.of("input", layer, "size", (int) named.integer("num_classes", 10), "act", "softmax"));
    }

    private ConfigLayer group(ConfigLayer input, int filters, List<Number> rates, @Nullable Integer channels) {
        Map<String, Object> arguments = new HashMap<>(Map.of(
                "input",
                input,
                "conv_num_filter",
                rates.stream().map(_ -> filters).toList(),
                "conv_with_batchnorm",
                true,
                "conv_batchnorm_drop_rate",
                rates));
        if (channels != null) {
            arguments.put("num_channels", channels);
        }
        return img_conv_group(arguments);
    }

    private ConfigLayer pool(ConfigLayer input, int size, int stride, String kind) {
        return images.img_pool_layer(Map.of("input", input, "pool_size", size, "stride", stride, "pool_type", kind));
    }

    private static ConfigLayer input(Arguments named, String name) {
        ConfigLayer layer = named.optional(name, ConfigLayer.class);
        if (layer == null) {
            throw new ProgramException("this network needs " + name + ", a layer");
        }
        return layer;
    }
}
