package jfab.training.words;

import java.util.List;
import java.util.Map;
import jfab.training.program.ReductionLayers;
import jfab.training.program.ReductionLayers.Reduction;
import jfab.training.program.Variable;

/** Reductions of a script. */
final class ScriptReductions implements ReductionWords {
    private final ReductionLayers layers;

    ScriptReductions(ReductionLayers layers) {
        this.layers = layers;
    }

    @Override
    public Variable reduce_sum(Map<String, ?> arguments) {
        return reduce("reduce_sum", Reduction.SUM, arguments);
    }

    @Override
    public Variable reduce_mean(Map<String, ?> arguments) {
        return reduce("reduce_mean", Reduction.MEAN, arguments);
    }

    @Override
    public Variable reduce_max(Map<String, ?> arguments) {
        return reduce("reduce_max", Reduction.MAX, arguments);
    }

    @Override
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
