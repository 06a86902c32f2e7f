package jfab.training.words.network;

import java.util.Map;
import jfab.training.program.DataType;
import jfab.training.program.ShapeLayers;
import jfab.training.program.Variable;

/** Words that put numbers into another shape; Fluid's names, arguments and defaults. */
public final class ShapeWords {
    private final ShapeLayers layers;

    public ShapeWords(ShapeLayers layers) {
        this.layers = layers;
    }

    /** {@code concat(input: [x, y], axis: 0)}: one after the other along a dimension; below 0 it counts from the last. */
    public Variable concat(Map<String, ?> arguments) {
        Arguments named = Arguments.of("concat", arguments, "input", "axis");
        return layers.concat(named.variables("input"), named.integer("axis", 0));
    }

    /** {@code reshape(x:, shape: [-1, 4, 4], act: null)}: 0 keeps a dimension, -1 is what is left over. */
    public Variable reshape(Map<String, ?> arguments) {
        Arguments named = Arguments.of("reshape", arguments, "x", "shape", "act");
        return layers.reshape(
                named.variable("x"),
                named.list("shape", Integer.class).stream()
                        .map(Integer::longValue)
                        .toList(),
                named.optionalText("act"));
    }

    /** {@code cast(x:, dtype: 'float32')}: the same numbers in another type. */
    public Variable cast(Map<String, ?> arguments) {
        Arguments named = Arguments.of("cast", arguments, "x", "dtype");
        return layers.cast(named.variable("x"), DataType.parse(named.text("dtype")));
    }

    /** {@code one_hot(input: ids, depth: 10)}: rows with a 1 at each id. */
    public Variable one_hot(Map<String, ?> arguments) {
        Arguments named = Arguments.of("one_hot", arguments, "input", "depth");
        return layers.oneHot(named.variable("input"), named.integer("depth"));
    }
}
