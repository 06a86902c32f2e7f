package jfab.training.words.network;

import java.util.Map;
import jfab.training.program.SequenceLayers;
import jfab.training.program.SequenceLayers.Pool;
import jfab.training.program.Variable;

/** Words for layers over sequences, which {@code data(lod_level: 1)} declares; Fluid's names, arguments and defaults. */
public final class SequenceWords {
    private final SequenceLayers layers;

    public SequenceWords(SequenceLayers layers) {
        this.layers = layers;
    }

    /** {@code sequence_pool(input:, pool_type: 'sum')}: one row per sequence; sum, average, max, sqrt, first or last. */
    public Variable sequence_pool(Map<String, ?> arguments) {
        Arguments named = Arguments.of("sequence_pool", arguments, "input", "pool_type");
        return layers.pool(named.variable("input"), Pool.parse(named.text("pool_type")));
    }

    /** {@code sequence_first_step(input:)}. */
    public Variable sequence_first_step(Map<String, ?> arguments) {
        return layers.pool(
                Arguments.of("sequence_first_step", arguments, "input").variable("input"), Pool.FIRST);
    }

    /** {@code sequence_last_step(input:)}. */
    public Variable sequence_last_step(Map<String, ?> arguments) {
        return layers.pool(
                Arguments.of("sequence_last_step", arguments, "input").variable("input"), Pool.LAST);
    }

    /** {@code sequence_conv(input:, num_filters:, filter_size: 3, act: null, param_attr:, bias_attr:)}. */
    public Variable sequence_conv(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "sequence_conv", arguments, "input", "num_filters", "filter_size", "act", "param_attr", "bias_attr");
        return layers.convolution(
                named.variable("input"),
                named.integer("num_filters"),
                named.integer("filter_size", 3),
                named.parameter("param_attr"),
                named.bias("bias_attr"),
                named.optionalText("act"));
    }
}
