package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;

/** Words for layers over sequences, which {@code data(lod_level: 1)} declares; Fluid's names, arguments and defaults. */
public interface SequenceWords {
    /** {@code sequence_pool(input:, pool_type: 'sum')}: one row per sequence; sum, average, max, sqrt, first or last. */
    Variable sequence_pool(Map<String, ?> arguments);

    /** {@code sequence_first_step(input:)}. */
    Variable sequence_first_step(Map<String, ?> arguments);

    /** {@code sequence_last_step(input:)}. */
    Variable sequence_last_step(Map<String, ?> arguments);

    /** {@code sequence_conv(input:, num_filters:, filter_size: 3, act: null, param_attr:, bias_attr:)}. */
    Variable sequence_conv(Map<String, ?> arguments);
}
