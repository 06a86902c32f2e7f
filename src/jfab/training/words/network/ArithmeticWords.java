package jfab.training.words.network;

import java.util.Map;
import jfab.training.program.ArithmeticLayers;
import jfab.training.program.ArithmeticLayers.Operation;
import jfab.training.program.Variable;

/** Words that compute with the elements of variables; Fluid's names, arguments and defaults. */
public final class ArithmeticWords {
    private final ArithmeticLayers layers;

    public ArithmeticWords(ArithmeticLayers layers) {
        this.layers = layers;
    }

    /**
     * {@code elementwise_add(x:, y:, axis: -1, act: null)}: {@code x + y}.
     *
     * <p>{@code y} is shaped like {@code x}, or like dimensions of {@code x} from {@code axis} on; -1 means the last.
     */
    public Variable elementwise_add(Map<String, ?> arguments) {
        return elementwise("elementwise_add", Operation.ADD, arguments);
    }

    /** {@code elementwise_sub(x:, y:, axis: -1, act: null)}: {@code x - y}. */
    public Variable elementwise_sub(Map<String, ?> arguments) {
        return elementwise("elementwise_sub", Operation.SUB, arguments);
    }

    /** {@code elementwise_mul(x:, y:, axis: -1, act: null)}: {@code x y}. */
    public Variable elementwise_mul(Map<String, ?> arguments) {
        return elementwise("elementwise_mul", Operation.MUL, arguments);
    }

    /** {@code elementwise_div(x:, y:, axis: -1, act: null)}: {@code x / y}. */
    public Variable elementwise_div(Map<String, ?> arguments) {
        return elementwise("elementwise_div", Operation.DIV, arguments);
    }

    /** {@code scale(x:, scale: 1.0, bias: 0.0, bias_after_scale: true, act: null)}. */
    public Variable scale(Map<String, ?> arguments) {
        Arguments named = Arguments.of("scale", arguments, "x", "scale", "bias", "bias_after_scale", "act");
        return layers.scale(
                named.variable("x"),
                named.real("scale", 1),
                named.real("bias", 0),
                named.flag("bias_after_scale", true),
                named.optionalText("act"));
    }

    /** {@code cos_sim(X:, Y:, scale: 1)}: the cosine of the angle between rows, {@code [n, 1]}. */
    public Variable cos_sim(Map<String, ?> arguments) {
        Arguments named = Arguments.of("cos_sim", arguments, "X", "Y", "scale");
        return layers.cosSim(named.variable("X"), named.variable("Y"), named.real("scale", 1));
    }

    /** {@code sums(input: [x, y])}: variables of one shape, added. */
    public Variable sums(Map<String, ?> arguments) {
        return layers.sums(Arguments.of("sums", arguments, "input").variables("input"));
    }

    /** {@code mean(x: cost)}. */
    public Variable mean(Map<String, ?> arguments) {
        return layers.mean(Arguments.of("mean", arguments, "x").variable("x"));
    }

    /** {@code mean(cost)}: of all elements. */
    public Variable mean(Variable x) {
        return layers.mean(x);
    }

    private Variable elementwise(String word, Operation operation, Map<String, ?> arguments) {
        Arguments named = Arguments.of(word, arguments, "x", "y", "axis", "act");
        return layers.elementwise(
                operation,
                named.variable("x"),
                named.variable("y"),
                named.integer("axis", -1),
                named.optionalText("act"));
    }
}
