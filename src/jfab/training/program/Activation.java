package jfab.training.program;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A function of each element, or of each row, as {@code act} names it.
 *
 * @param presets its constants where none are given, as in Fluid
 */
public record Activation(OpType type, Map<String, Object> presets) {
    private static final List<Activation> ALL = List.of(
            of(OpType.ABS),
            of(OpType.BRELU, Map.of("t_min", 0.0, "t_max", 24.0)),
            of(OpType.ELU, Map.of("alpha", 1.0)),
            of(OpType.EXP),
            of(OpType.HARD_SIGMOID, Map.of("slope", 0.2, "offset", 0.5)),
            of(OpType.LEAKY_RELU, Map.of("alpha", 0.02)),
            of(OpType.LOG),
            of(OpType.LOGSIGMOID),
            of(OpType.POW, Map.of("factor", 1.0)),
            of(OpType.RECIPROCAL),
            of(OpType.RELU),
            of(OpType.RELU6, Map.of("threshold", 6.0)),
            of(OpType.SIGMOID),
            of(OpType.SOFTMAX),
            of(OpType.SOFTPLUS),
            of(OpType.SOFTSIGN),
            of(OpType.SQRT),
            of(OpType.SQUARE),
            of(OpType.STANH, Map.of("scale_a", 2.0 / 3.0, "scale_b", 1.7159)),
            of(OpType.SWISH, Map.of("beta", 1.0)),
            of(OpType.TANH));

    /** The activation called {@code word}; another word is an error that lists all. */
    public static Activation of(String word) {
        return ALL.stream()
                .filter(activation -> activation.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new ProgramException(
                        "act '" + word + "' is not known; use " + String.join(", ", words()) + " or null"));
    }

    /** Fluid's names of all, in alphabetical order. */
    public static List<String> words() {
        return ALL.stream().map(Activation::word).toList();
    }

    /** Fluid's name, {@code leaky_relu}. */
    public String word() {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static Activation of(OpType type) {
        return of(type, Map.of());
    }

    private static Activation of(OpType type, Map<String, Object> presets) {
        return new Activation(type, presets);
    }
}
