package jfab.training.words.network;

import java.util.Map;
import java.util.TreeMap;
import jfab.training.program.Activation;
import jfab.training.program.ArithmeticLayers;
import jfab.training.program.Variable;

/** Words for functions of each element; {@code act: 'tanh'} of a layer means the same. Fluid's names and constants. */
public final class ActivationWords {
    private final ArithmeticLayers layers;

    public ActivationWords(ArithmeticLayers layers) {
        this.layers = layers;
    }

    /** {@code relu(x)}: the larger of x and 0. */
    public Variable relu(Variable x) {
        return apply("relu", x, Map.of());
    }

    /** {@code tanh(x)}: the hyperbolic tangent. */
    public Variable tanh(Variable x) {
        return apply("tanh", x, Map.of());
    }

    /** {@code sigmoid(x)}: 1 / (1 + exp(-x)). */
    public Variable sigmoid(Variable x) {
        return apply("sigmoid", x, Map.of());
    }

    /** {@code logsigmoid(x)}: the logarithm of sigmoid. */
    public Variable logsigmoid(Variable x) {
        return apply("logsigmoid", x, Map.of());
    }

    /** {@code softmax(x)}: exp(x), divided by its sum over the last dimension. */
    public Variable softmax(Variable x) {
        return apply("softmax", x, Map.of());
    }

    /** {@code exp(x)}: the exponential. */
    public Variable exp(Variable x) {
        return apply("exp", x, Map.of());
    }

    /** {@code log(x)}: the natural logarithm. */
    public Variable log(Variable x) {
        return apply("log", x, Map.of());
    }

    /** {@code sqrt(x)}: the square root. */
    public Variable sqrt(Variable x) {
        return apply("sqrt", x, Map.of());
    }

    /** {@code square(x)}: x times x. */
    public Variable square(Variable x) {
        return apply("square", x, Map.of());
    }

    /** {@code abs(x)}: the absolute value. */
    public Variable abs(Variable x) {
        return apply("abs", x, Map.of());
    }

    /** {@code reciprocal(x)}: 1 / x. */
    public Variable reciprocal(Variable x) {
        return apply("reciprocal", x, Map.of());
    }

    /** {@code softplus(x)}: log(1 + exp(x)). */
    public Variable softplus(Variable x) {
        return apply("softplus", x, Map.of());
    }

    /** {@code softsign(x)}: x / (1 + |x|). */
    public Variable softsign(Variable x) {
        return apply("softsign", x, Map.of());
    }

    /** {@code leaky_relu(x)}: x above 0, alpha x below, with {@code alpha: 0.02}. */
    public Variable leaky_relu(Variable x) {
        return leaky_relu(Map.of(), x);
    }

    /** {@code leaky_relu(x, alpha: ...)}. */
    public Variable leaky_relu(Map<String, ?> constants, Variable x) {
        return apply("leaky_relu", x, constants);
    }

    /** {@code elu(x)}: x above 0, alpha (exp(x) - 1) below, with {@code alpha: 1.0}. */
    public Variable elu(Variable x) {
        return elu(Map.of(), x);
    }

    /** {@code elu(x, alpha: ...)}. */
    public Variable elu(Map<String, ?> constants, Variable x) {
        return apply("elu", x, constants);
    }

    /** {@code relu6(x)}: x between 0 and the threshold, with {@code threshold: 6.0}. */
    public Variable relu6(Variable x) {
        return relu6(Map.of(), x);
    }

    /** {@code relu6(x, threshold: ...)}. */
    public Variable relu6(Map<String, ?> constants, Variable x) {
        return apply("relu6", x, constants);
    }

    /** {@code brelu(x)}: x between two bounds, with {@code t_min: 0.0, t_max: 24.0}. */
    public Variable brelu(Variable x) {
        return brelu(Map.of(), x);
    }

    /** {@code brelu(x, t_min: ...)}. */
    public Variable brelu(Map<String, ?> constants, Variable x) {
        return apply("brelu", x, constants);
    }

    /** {@code hard_sigmoid(x)}: slope x + offset between 0 and 1, with {@code slope: 0.2, offset: 0.5}. */
    public Variable hard_sigmoid(Variable x) {
        return hard_sigmoid(Map.of(), x);
    }

    /** {@code hard_sigmoid(x, slope: ...)}. */
    public Variable hard_sigmoid(Map<String, ?> constants, Variable x) {
        return apply("hard_sigmoid", x, constants);
    }

    /** {@code swish(x)}: x sigmoid(beta x), with {@code beta: 1.0}. */
    public Variable swish(Variable x) {
        return swish(Map.of(), x);
    }

    /** {@code swish(x, beta: ...)}. */
    public Variable swish(Map<String, ?> constants, Variable x) {
        return apply("swish", x, constants);
    }

    /** {@code stanh(x)}: scale_b tanh(scale_a x), with {@code scale_a: 2/3, scale_b: 1.7159}. */
    public Variable stanh(Variable x) {
        return stanh(Map.of(), x);
    }

    /** {@code stanh(x, scale_a: ...)}. */
    public Variable stanh(Map<String, ?> constants, Variable x) {
        return apply("stanh", x, constants);
    }

    /** {@code pow(x)}: x to the power of factor, with {@code factor: 1.0}. */
    public Variable pow(Variable x) {
        return pow(Map.of(), x);
    }

    /** {@code pow(x, factor: ...)}. */
    public Variable pow(Map<String, ?> constants, Variable x) {
        return apply("pow", x, constants);
    }

    private Variable apply(String word, Variable x, Map<String, ?> given) {
        Activation activation = Activation.of(word);
        Arguments named = Arguments.of(
                word, given, activation.presets().keySet().stream().sorted().toArray(String[]::new));
        Map<String, Object> constants = new TreeMap<>();
        given.keySet().forEach(name -> constants.put(name, named.real(name)));
        return layers.activation(activation, x, constants);
    }
}
