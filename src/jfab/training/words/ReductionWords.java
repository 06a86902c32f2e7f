package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;

/** Words that sum up whole dimensions; Fluid's names, arguments and defaults. */
public interface ReductionWords {
    /** {@code reduce_sum(input:, dim: null, keep_dim: false)}: along a dimension, a list of them, or all. */
    Variable reduce_sum(Map<String, ?> arguments);

    /** {@code reduce_mean(input:, dim: null, keep_dim: false)}. */
    Variable reduce_mean(Map<String, ?> arguments);

    /** {@code reduce_max(input:, dim: null, keep_dim: false)}. */
    Variable reduce_max(Map<String, ?> arguments);

    /** {@code reduce_min(input:, dim: null, keep_dim: false)}. */
    Variable reduce_min(Map<String, ?> arguments);
}
