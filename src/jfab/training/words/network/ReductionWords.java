package jfab.training.words.network;

import java.util.List;
import java.util.Map;
import jfab.training.program.ReductionLayers;
import jfab.training.program.ReductionLayers.Reduction;
import jfab.training.program.Variable;

/** Words that sum up whole dimensions; Fluid's names, arguments and defaults. */
public final class ReductionWords {
    private final ReductionLayers layers;

    public ReductionWords(ReductionLayers layers) {
        this.layers = layers;
    }

    /** {@code reduce_sum(input:, dim: null, keep_dim: false)}: along a dimension, a list of them, or all. */
    public Variable reduce_sum(Map<String, ?> arguments) {
        return reduce("reduce_sum", Reduction.SUM, arguments);
    }

    /** {@code reduce_mean(input:, dim: null, keep_dim: false)}. */
    public Variable reduce_mean(Map<String, ?> arguments) {
        return reduce("reduce_mean", Reduction.MEAN, arguments);
    }

    /** {@code reduce_max(input:, dim: null, keep_dim: false)}. */
    public Variable reduce_max(Map<String, ?> arguments) {
        return reduce("reduce_max", Reduction.MAX, arguments);
    }

    /** {@code reduce_min(input:, dim: null, keep_dim: false)}. */
    public Variable reduce_min(Map<String, ?> arguments) {
        return reduce("reduce_min", Reduction.MIN, arguments);
    }

    private Variable reduce(String word, Reduction reduction, Map<String, ?> arguments) {
        Arguments named = Arguments.of(word, arguments, "input", "dim", "keep_dim");
        List<Long> dimensions = switch (arguments.get("dim")) {
            case null -> List.of();
            case List<?> _ ->
                named.list("dim", Integer.class).stream()
                        .map(Integer::longValue)
                        .toList();
            case Object _ -> List.of(named.integer("dim"));
        };
        return layers.reduce(reduction, named.variable("input"), dimensions, named.flag("keep_dim", false));
    }
}
