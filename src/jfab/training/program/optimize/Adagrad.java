package jfab.training.program.optimize;

import java.util.List;
import java.util.Map;
import jfab.training.program.OpType;

/** {@code m += g²}, {@code p -= lr g / (√m + epsilon)}; {@code m} begins at {@code initialAccumulatorValue}. */
public record Adagrad(double epsilon, double initialAccumulatorValue) implements UpdateRule {
    public Adagrad {
        Bounds.positive("Adagrad", "epsilon", epsilon);
        Bounds.notNegative("Adagrad", "initial_accumulator_value", initialAccumulatorValue);
    }

    @Override
    public OpType type() {
        return OpType.ADAGRAD;
    }

    @Override
    public List<Accumulator> accumulators() {
        return List.of(new Accumulator("Moment", "moment", true, initialAccumulatorValue));
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("epsilon", epsilon);
    }
}
