package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;

/** Words that compute with the elements of variables; Fluid's names, arguments and defaults. */
public interface ArithmeticWords {
    /**
     * {@code elementwise_add(x:, y:, axis: -1, act: null)}: {@code x + y}.
     *
     * <p>{@code y} is shaped like {@code x}, or like dimensions of {@code x} from {@code axis} on; -1 means the last.
     */
    Variable elementwise_add(Map<String, ?> arguments);

    /** {@code elementwise_sub(x:, y:, axis: -1, act: null)}: {@code x - y}. */
    Variable elementwise_sub(Map<String, ?> arguments);

    /** {@code elementwise_mul(x:, y:, axis: -1, act: null)}: {@code x y}. */
    Variable elementwise_mul(Map<String, ?> arguments);

    /** {@code elementwise_div(x:, y:, axis: -1, act: null)}: {@code x / y}. */
    Variable elementwise_div(Map<String, ?> arguments);

    /** {@code scale(x:, scale: 1.0, bias: 0.0, bias_after_scale: true, act: null)}. */
    Variable scale(Map<String, ?> arguments);

    /** {@code cos_sim(X:, Y:, scale: 1)}: the cosine of the angle between rows, {@code [n, 1]}. */
    Variable cos_sim(Map<String, ?> arguments);

    /** {@code sums(input: [x, y])}: variables of one shape, added. */
    Variable sums(Map<String, ?> arguments);

    /** {@code mean(x: cost)}. */
    Variable mean(Map<String, ?> arguments);

    /** {@code mean(cost)}: of all elements. */
    Variable mean(Variable x);
}
