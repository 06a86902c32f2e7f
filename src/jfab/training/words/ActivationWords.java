package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;

/** Words for functions of each element; {@code act: 'tanh'} of a layer means the same. Fluid's names and constants. */
public interface ActivationWords {
    /** {@code relu(x)}: the larger of x and 0. */
    Variable relu(Variable x);

    /** {@code tanh(x)}: the hyperbolic tangent. */
    Variable tanh(Variable x);

    /** {@code sigmoid(x)}: 1 / (1 + exp(-x)). */
    Variable sigmoid(Variable x);

    /** {@code logsigmoid(x)}: the logarithm of sigmoid. */
    Variable logsigmoid(Variable x);

    /** {@code softmax(x)}: exp(x), divided by its sum over the last dimension. */
    Variable softmax(Variable x);

    /** {@code exp(x)}: the exponential. */
    Variable exp(Variable x);

    /** {@code log(x)}: the natural logarithm. */
    Variable log(Variable x);

    /** {@code sqrt(x)}: the square root. */
    Variable sqrt(Variable x);

    /** {@code square(x)}: x times x. */
    Variable square(Variable x);

    /** {@code abs(x)}: the absolute value. */
    Variable abs(Variable x);

    /** {@code reciprocal(x)}: 1 / x. */
    Variable reciprocal(Variable x);

    /** {@code softplus(x)}: log(1 + exp(x)). */
    Variable softplus(Variable x);

    /** {@code softsign(x)}: x / (1 + |x|). */
    Variable softsign(Variable x);

    /** {@code leaky_relu(x)}: x above 0, alpha x below, with {@code alpha: 0.02}. */
    default Variable leaky_relu(Variable x) {
        return leaky_relu(Map.of(), x);
    }

    /** {@code leaky_relu(x, alpha: ...)}. */
    Variable leaky_relu(Map<String, ?> constants, Variable x);

    /** {@code elu(x)}: x above 0, alpha (exp(x) - 1) below, with {@code alpha: 1.0}. */
    default Variable elu(Variable x) {
        return elu(Map.of(), x);
    }

    /** {@code elu(x, alpha: ...)}. */
    Variable elu(Map<String, ?> constants, Variable x);

    /** {@code relu6(x)}: x between 0 and the threshold, with {@code threshold: 6.0}. */
    default Variable relu6(Variable x) {
        return relu6(Map.of(), x);
    }

    /** {@code relu6(x, threshold: ...)}. */
    Variable relu6(Map<String, ?> constants, Variable x);

    /** {@code brelu(x)}: x between two bounds, with {@code t_min: 0.0, t_max: 24.0}. */
    default Variable brelu(Variable x) {
        return brelu(Map.of(), x);
    }

    /** {@code brelu(x, t_min: ...)}. */
    Variable brelu(Map<String, ?> constants, Variable x);

    /** {@code hard_sigmoid(x)}: slope x + offset between 0 and 1, with {@code slope: 0.2, offset: 0.5}. */
    default Variable hard_sigmoid(Variable x) {
        return hard_sigmoid(Map.of(), x);
    }

    /** {@code hard_sigmoid(x, slope: ...)}. */
    Variable hard_sigmoid(Map<String, ?> constants, Variable x);

    /** {@code swish(x)}: x sigmoid(beta x), with {@code beta: 1.0}. */
    default Variable swish(Variable x) {
        return swish(Map.of(), x);
    }

    /** {@code swish(x, beta: ...)}. */
    Variable swish(Map<String, ?> constants, Variable x);

    /** {@code stanh(x)}: scale_b tanh(scale_a x), with {@code scale_a: 2/3, scale_b: 1.7159}. */
    default Variable stanh(Variable x) {
        return stanh(Map.of(), x);
    }

    /** {@code stanh(x, scale_a: ...)}. */
    Variable stanh(Map<String, ?> constants, Variable x);

    /** {@code pow(x)}: x to the power of factor, with {@code factor: 1.0}. */
    default Variable pow(Variable x) {
        return pow(Map.of(), x);
    }

    /** {@code pow(x, factor: ...)}. */
    Variable pow(Map<String, ?> constants, Variable x);
}
