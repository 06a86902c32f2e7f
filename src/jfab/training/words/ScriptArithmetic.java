package jfab.training.words;

import java.util.Map;
import jfab.training.program.ArithmeticLayers;
import jfab.training.program.ArithmeticLayers.Operation;
import jfab.training.program.Variable;

/** Arithmetic of a script. */
final class ScriptArithmetic implements ArithmeticWords {
    private final ArithmeticLayers layers;

    ScriptArithmetic(ArithmeticLayers layers) {
        this.layers = layers;
    }

    @Override
    public Variable elementwise_add(Map<String, ?> arguments) {
        return elementwise("elementwise_add", Operation.ADD, arguments);
    }

    @Override
    public Variable elementwise_sub(Map<String, ?> arguments) {
        return elementwise("elementwise_sub", Operation.SUB, arguments);
    }

    @Override
    public Variable elementwise_mul(Map<String, ?> arguments) {
        return elementwise("elementwise_mul", Operation.MUL, arguments);
    }

    @Override
    public Variable elementwise_div(Map<String, ?> arguments) {
        return elementwise("elementwise_div", Operation.DIV, arguments);
    }

    @Override
    public Variable scale(Map<String, ?> arguments) {
        Arguments named = Arguments.of("scale", arguments, "x", "scale", "bias", "bias_after_scale", "act");
        return layers.scale(
                named.variable("x"),
                named.real("scale", 1),
                named.real("bias", 0),
                named.flag("bias_after_scale", true),
                named.optionalText("act"));
    }

    @Override
    public Variable cos_sim(Map<String, ?> arguments) {
        Arguments named = Arguments.of("cos_sim", arguments, "X", "Y", "scale");
        return layers.cosSim(named.variable("X"), named.variable("Y"), named.real("scale", 1));
    }

    @Override
    public Variable sums(Map<String, ?> arguments) {
        return layers.sums(Arguments.of("sums", arguments, "input").variables("input"));
    }

    @Override
    public Variable mean(Map<String, ?> arguments) {
        return layers.mean(Arguments.of("mean", arguments, "x").variable("x"));
    }

    @Override
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
