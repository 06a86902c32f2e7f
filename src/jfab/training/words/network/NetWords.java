package jfab.training.words.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.training.program.NetLayers;
import jfab.training.program.NetLayers.GroupedConvolution;
import jfab.training.program.ProgramException;
import jfab.training.program.SequenceLayers.Pool;
import jfab.training.program.Variable;

/** Words for layers that often stand together: Fluid's {@code nets}. */
public final class NetWords {
    private final NetLayers layers;

    public NetWords(NetLayers layers) {
        this.layers = layers;
    }

    /**
     * {@code simple_img_conv_pool(input:, num_filters:, filter_size:, pool_size:, pool_stride:, act: null, pool_type: 'max',
     * param_attr:, bias_attr:)}: a convolution and pooling.
     */
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
                "pool_type",
                "param_attr",
                "bias_attr");
        return layers.simpleImgConvPool(
                named.variable("input"),
                named.integer("num_filters"),
                named.integer("filter_size"),
                named.integer("pool_size"),
                named.integer("pool_stride"),
                named.text("pool_type", "max"),
                named.parameter("param_attr"),
                named.bias("bias_attr"),
                named.optionalText("act"));
    }

    /**
     * {@code img_conv_group(input:, conv_num_filter: [64, 64], pool_size:, conv_padding: 1, conv_filter_size: 3, conv_act:
     * null, param_attr:, conv_with_batchnorm: false, conv_batchnorm_drop_rate: 0.0, pool_stride: 1, pool_type: 'max')}:
     * convolutions one after the other, then pooling.
     *
     * <p>All but the filters and the pool may be a list with one value per convolution.
     */
    public Variable img_conv_group(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "img_conv_group",
                arguments,
                "input",
                "conv_num_filter",
                "pool_size",
                "conv_padding",
                "conv_filter_size",
                "conv_act",
                "param_attr",
                "conv_with_batchnorm",
                "conv_batchnorm_drop_rate",
                "pool_stride",
                "pool_type");
        List<Integer> filters = named.list("conv_num_filter", Integer.class);
        List<GroupedConvolution> convolutions = new ArrayList<>();
        for (int i = 0; i < filters.size(); i++) {
            Arguments each =
                    Arguments.of("img_conv_group", ofConvolution(arguments, i, filters.size()), PER_CONVOLUTION);
            convolutions.add(new GroupedConvolution(
                    filters.get(i),
                    each.integer("conv_filter_size", 3),
                    each.integer("conv_padding", 1),
                    each.parameter("param_attr"),
                    each.flag("conv_with_batchnorm", false),
                    each.real("conv_batchnorm_drop_rate", 0),
                    named.optionalText("conv_act")));
        }
        return layers.imgConvGroup(
                named.variable("input"),
                convolutions,
                named.integer("pool_size"),
                named.integer("pool_stride", 1),
                named.text("pool_type", "max"));
    }

    /**
     * {@code sequence_conv_pool(input:, num_filters:, filter_size:, act: 'sigmoid', pool_type: 'max', param_attr:, bias_attr:)}.
     */
    public Variable sequence_conv_pool(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "sequence_conv_pool",
                arguments,
                "input",
                "num_filters",
                "filter_size",
                "act",
                "pool_type",
                "param_attr",
                "bias_attr");
        return layers.sequenceConvPool(
                named.variable("input"),
                named.integer("num_filters"),
                named.integer("filter_size"),
                Pool.parse(named.text("pool_type", "max")),
                named.parameter("param_attr"),
                named.bias("bias_attr"),
                arguments.containsKey("act") ? named.optionalText("act") : "sigmoid");
    }

    private static final String[] PER_CONVOLUTION = {
        "conv_filter_size", "conv_padding", "param_attr", "conv_with_batchnorm", "conv_batchnorm_drop_rate"
    };

    /** What concerns convolution {@code index}: of each list its element there, of all else the value itself. */
    private static Map<String, Object> ofConvolution(Map<String, ?> arguments, int index, int count) {
        Map<String, Object> own = new HashMap<>();
        for (String name : PER_CONVOLUTION) {
            Object value = arguments.get(name);
            if (value instanceof List<?> list && list.size() != count) {
                throw new ProgramException("img_conv_group needs one " + name + " for each of its " + count
                        + " convolutions, not " + list);
            }
            Object element = value instanceof List<?> list ? list.get(index) : value;
            if (element != null) {
                own.put(name, element);
            }
        }
        return own;
    }
}
