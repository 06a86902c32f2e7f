package jfab.training.words;

import java.util.LinkedHashMap;
import java.util.Map;

/** The words of a configuration that are values. */
final class ConfigMethods implements MethodWords {
    @Override
    public LearningMethod MomentumOptimizer(Number momentum) {
        return momentum.doubleValue() == 0
                ? new LearningMethod("SGD", Map.of(), true)
                : new LearningMethod("Momentum", Map.of("momentum", momentum.doubleValue()), true);
    }

    @Override
    public LearningMethod MomentumOptimizer(Map<String, ?> arguments) {
        return MomentumOptimizer(Arguments.of("MomentumOptimizer", arguments, "momentum", "sparse")
                .real("momentum", 0));
    }

    @Override
    public LearningMethod MomentumOptimizer() {
        return MomentumOptimizer(0);
    }

    @Override
    public LearningMethod AdamOptimizer(Map<String, ?> arguments) {
        return adaptive("AdamOptimizer", "Adam", arguments, Map.of("beta1", 0.9, "beta2", 0.999, "epsilon", 1e-8));
    }

    @Override
    public LearningMethod AdamOptimizer() {
        return AdamOptimizer(Map.of());
    }

    @Override
    public LearningMethod AdaGradOptimizer() {
        return adaptive("AdaGradOptimizer", "Adagrad", Map.of(), Map.of("epsilon", 1e-6));
    }

    @Override
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

    @Override
    public LearningMethod DecayedAdaGradOptimizer() {
        return DecayedAdaGradOptimizer(Map.of());
    }

    @Override
    public LearningMethod RMSPropOptimizer(Map<String, ?> arguments) {
        return adaptive("RMSPropOptimizer", "RMSProp", arguments, Map.of("rho", 0.95, "epsilon", 1e-6));
    }

    @Override
    public LearningMethod RMSPropOptimizer() {
        return RMSPropOptimizer(Map.of());
    }

    private static LearningMethod adaptive(
            String word, String fluid, Map<String, ?> arguments, Map<String, Double> presets) {
        Arguments named = Arguments.of(word, arguments, presets.keySet().toArray(String[]::new));
        Map<String, Object> constants = new LinkedHashMap<>();
        presets.forEach((name, preset) -> constants.put(name, named.real(name, preset)));
        return new LearningMethod(fluid, constants, false);
    }

    @Override
    public L2 L2Regularization(Number rate) {
        return new L2(rate.doubleValue());
    }

    @Override
    public Map<String, ?> ExtraAttr(Map<String, ?> arguments) {
        Arguments.of("ExtraAttr", arguments, "drop_rate");
        return arguments;
    }

    @Override
    public Map<String, ?> ExtraLayerAttribute(Map<String, ?> arguments) {
        return ExtraAttr(arguments);
    }

    @Override
    public String TanhActivation() {
        return "tanh";
    }

    @Override
    public String ReluActivation() {
        return "relu";
    }

    @Override
    public String SigmoidActivation() {
        return "sigmoid";
    }

    @Override
    public String SoftmaxActivation() {
        return "softmax";
    }

    @Override
    public String LinearActivation() {
        return "";
    }

    @Override
    public String IdentityActivation() {
        return "";
    }

    @Override
    public String MaxPooling() {
        return "max";
    }

    @Override
    public String AvgPooling() {
        return "average";
    }

    @Override
    public String SumPooling() {
        return "sum";
    }

    @Override
    public DataKind dense_vector(int size) {
        return DataKind.NUMBERS;
    }

    @Override
    public DataKind dense_vector_sequence(int size) {
        return DataKind.NUMBER_SEQUENCE;
    }

    @Override
    public DataKind integer_value(int size) {
        return DataKind.INDICES;
    }

    @Override
    public DataKind integer_value_sequence(int size) {
        return DataKind.INDEX_SEQUENCE;
    }
}
