package jfab.training.words;

import java.util.Map;
import java.util.TreeMap;
import jfab.training.program.Activation;
import jfab.training.program.ArithmeticLayers;
import jfab.training.program.Variable;

/** Activations of a script. */
final class ScriptActivations implements ActivationWords {
    private final ArithmeticLayers layers;

    ScriptActivations(ArithmeticLayers layers) {
        this.layers = layers;
    }

    @Override
    public Variable relu(Variable x) {
        return apply("relu", x, Map.of());
    }

    @Override
    public Variable tanh(Variable x) {
        return apply("tanh", x, Map.of());
    }

    @Override
    public Variable sigmoid(Variable x) {
        return apply("sigmoid", x, Map.of());
    }

    @Override
    public Variable logsigmoid(Variable x) {
        return apply("logsigmoid", x, Map.of());
    }

    @Override
    public Variable softmax(Variable x) {
        return apply("softmax", x, Map.of());
    }

    @Override
    public Variable exp(Variable x) {
        return apply("exp", x, Map.of());
    }

    @Override
    public Variable log(Variable x) {
        return apply("log", x, Map.of());
    }

    @Override
    public Variable sqrt(Variable x) {
        return apply("sqrt", x, Map.of());
    }

    @Override
    public Variable square(Variable x) {
        return apply("square", x, Map.of());
    }

    @Override
    public Variable abs(Variable x) {
        return apply("abs", x, Map.of());
    }

    @Override
    public Variable reciprocal(Variable x) {
        return apply("reciprocal", x, Map.of());
    }

    @Override
    public Variable softplus(Variable x) {
        return apply("softplus", x, Map.of());
    }

    @Override
    public Variable softsign(Variable x) {
        return apply("softsign", x, Map.of());
    }

    @Override
    public Variable leaky_relu(Map<String, ?> constants, Variable x) {
        return apply("leaky_relu", x, constants);
    }

    @Override
    public Variable elu(Map<String, ?> constants, Variable x) {
        return apply("elu", x, constants);
    }

    @Override
    public Variable relu6(Map<String, ?> constants, Variable x) {
        return apply("relu6", x, constants);
    }

    @Override
    public Variable brelu(Map<String, ?> constants, Variable x) {
        return apply("brelu", x, constants);
    }

    @Override
    public Variable hard_sigmoid(Map<String, ?> constants, Variable x) {
        return apply("hard_sigmoid", x, constants);
    }

    @Override
    public Variable swish(Map<String, ?> constants, Variable x) {
        return apply("swish", x, constants);
    }

    @Override
    public Variable stanh(Map<String, ?> constants, Variable x) {
        return apply("stanh", x, constants);
    }

    @Override
    public Variable pow(Map<String, ?> constants, Variable x) {
        return apply("pow", x, constants);
    }

    private Variable apply(String word, Variable x, Map<String, ?> given) {
        Activation activation = Activation.of(word);
        Arguments named =
                Arguments.of(word, given, activation.presets().keySet().toArray(String[]::new));
        Map<String, Object> constants = new TreeMap<>();
        given.keySet().forEach(name -> constants.put(name, named.real(name)));
        return layers.activation(activation, x, constants);
    }
}
