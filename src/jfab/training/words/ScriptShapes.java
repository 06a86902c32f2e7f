package jfab.training.words;

import java.util.Map;
import jfab.training.program.DataType;
import jfab.training.program.ShapeLayers;
import jfab.training.program.Variable;

/** Shapes of a script. */
final class ScriptShapes implements ShapeWords {
    private final ShapeLayers layers;

    ScriptShapes(ShapeLayers layers) {
        this.layers = layers;
    }

    @Override
    public Variable concat(Map<String, ?> arguments) {
        Arguments named = Arguments.of("concat", arguments, "input", "axis");
        return layers.concat(named.variables("input"), named.integer("axis", 0));
    }

    @Override
    public Variable reshape(Map<String, ?> arguments) {
        Arguments named = Arguments.of("reshape", arguments, "x", "shape", "act");
        return layers.reshape(
                named.variable("x"),
                named.list("shape", Integer.class).stream()
                        .map(Integer::longValue)
                        .toList(),
                named.optionalText("act"));
    }

    @Override
    public Variable cast(Map<String, ?> arguments) {
        Arguments named = Arguments.of("cast", arguments, "x", "dtype");
        return layers.cast(named.variable("x"), DataType.parse(named.text("dtype")));
    }

    @Override
    public Variable one_hot(Map<String, ?> arguments) {
        Arguments named = Arguments.of("one_hot", arguments, "input", "depth");
        return layers.oneHot(named.variable("input"), named.integer("depth"));
    }
}
