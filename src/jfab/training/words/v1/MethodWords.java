package jfab.training.words.v1;

import java.util.LinkedHashMap;
import java.util.Map;
import jfab.training.words.network.Arguments;

/** Words of a configuration that stand as arguments: learning methods, activations, poolings, kinds of data. */
public final class MethodWords {
    /** The rule of SGD with momentum. */
    public LearningMethod MomentumOptimizer(Number momentum) {
        return momentum.doubleValue() == 0
                ? new LearningMethod("SGD", Map.of(), true)
                : new LearningMethod("Momentum", Map.of("momentum", momentum.doubleValue()), true);
    }

    /** {@code MomentumOptimizer(momentum: 0)}. */
    public LearningMethod MomentumOptimizer(Map<String, ?> arguments) {
        return MomentumOptimizer(Arguments.of("MomentumOptimizer", arguments, "momentum", "sparse")
                .real("momentum", 0));
    }

    /** Plain SGD. */
    public LearningMethod MomentumOptimizer() {
        return MomentumOptimizer(0);
    }

    /** {@code AdamOptimizer(beta1: 0.9, beta2: 0.999, epsilon: 1e-8)}. */
    public LearningMethod AdamOptimizer(Map<String, ?> arguments) {
        return adaptive("AdamOptimizer", "Adam", arguments, Map.of("beta1", 0.9, "beta2", 0.999, "epsilon", 1e-8));
    }

    public LearningMethod AdamOptimizer() {
        return AdamOptimizer(Map.of());
    }

    /** Adagrad. */
    public LearningMethod AdaGradOptimizer() {
        return adaptive("AdaGradOptimizer", "Adagrad", Map.of(), Map.of("epsilon", 1e-6));
    }

    /** {@code DecayedAdaGradOptimizer(rho: 0.95, epsilon: 1e-6)}. */
    public LearningMethod DecayedAdaGradOptimizer(Map<String, ?> arguments) {
        LearningMethod named =
                adaptive("DecayedAdaGradOptimizer", "DecayedAdagrad", arguments, Map.of("rho", 0.95, "epsilon", 1e-6));
        Map<String, Object> constants = new LinkedHashMap<>(named.constants());
        Object decay = constants.remove("rho");
        if (decay != null) {
            constants.put("decay", decay);
        }
        return new LearningMethod(named.word(), constants, false);
    }

    public LearningMethod DecayedAdaGradOptimizer() {
        return DecayedAdaGradOptimizer(Map.of());
    }

    /** {@code RMSPropOptimizer(rho: 0.95, epsilon: 1e-6)}. */
    public LearningMethod RMSPropOptimizer(Map<String, ?> arguments) {
        return adaptive("RMSPropOptimizer", "RMSProp", arguments, Map.of("rho", 0.95, "epsilon", 1e-6));
    }

    public LearningMethod RMSPropOptimizer() {
        return RMSPropOptimizer(Map.of());
    }

    private static LearningMethod adaptive(
            String word, String fluid, Map<String, ?> arguments, Map<String, Double> presets) {
        Arguments named =
                Arguments.of(word, arguments, presets.keySet().stream().sorted().toArray(String[]::new));
        Map<String, Object> constants = new LinkedHashMap<>();
        presets.forEach((name, preset) -> constants.put(name, named.real(name, preset)));
        return new LearningMethod(fluid, constants, false);
    }

    /** A share of each parameter is added to its gradient. */
    public L2 L2Regularization(Number rate) {
        return new L2(rate.doubleValue());
    }

    /** {@code ExtraAttr(drop_rate: 0.5)}: zeros a share of what a layer gives. */
    public Map<String, ?> ExtraAttr(Map<String, ?> arguments) {
        Arguments.of("ExtraAttr", arguments, "drop_rate");
        return arguments;
    }

    /** Another name of {@code ExtraAttr}. */
    public Map<String, ?> ExtraLayerAttribute(Map<String, ?> arguments) {
        return ExtraAttr(arguments);
    }

    /** The activation {@code tanh}. */
    public String TanhActivation() {
        return "tanh";
    }

    /** The activation {@code relu}. */
    public String ReluActivation() {
        return "relu";
    }

    /** The activation {@code sigmoid}. */
    public String SigmoidActivation() {
        return "sigmoid";
    }

    /** The activation {@code softmax}. */
    public String SoftmaxActivation() {
        return "softmax";
    }

    /** No activation. */
    public String LinearActivation() {
        return "";
    }

    /** No activation. */
    public String IdentityActivation() {
        return "";
    }

    /** The largest value of each window, or of a sequence. */
    public String MaxPooling() {
        return "max";
    }

    /** The mean of each window, or of a sequence. */
    public String AvgPooling() {
        return "average";
    }

    /** The sum over a sequence. */
    public String SumPooling() {
        return "sum";
    }

    /** A sample is so many numbers. */
    public DataKind dense_vector(int size) {
        return DataKind.NUMBERS;
    }

    /** A sample is a sequence of so many numbers each. */
    public DataKind dense_vector_sequence(int size) {
        return DataKind.NUMBER_SEQUENCE;
    }

    /** A sample is an index below {@code size}. */
    public DataKind integer_value(int size) {
        return DataKind.INDICES;
    }

    /** A sample is a sequence of indices below {@code size}. */
    public DataKind integer_value_sequence(int size) {
        return DataKind.INDEX_SEQUENCE;
    }

    /** The rate of L2 regularization. */
    public record L2(double rate) {}
}
