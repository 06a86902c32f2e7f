package jfab.training.program.optimize;

import java.util.List;
import java.util.Map;
import jfab.training.program.OpType;

/**
 * {@code m = beta1 m + (1 - beta1) g}, {@code u = max(beta2 u + epsilon, |g|)}, {@code p -= lr / (1 - beta1^t) m / u} in update
 * {@code t}.
 */
public record Adamax(double beta1, double beta2, double epsilon) implements UpdateRule {
    public Adamax {
        Bounds.share("Adamax", "beta1", beta1);
        Bounds.share("Adamax", "beta2", beta2);
        Bounds.positive("Adamax", "epsilon", epsilon);
    }

    @Override
    public OpType type() {
        return OpType.ADAMAX;
    }

    @Override
    public List<Accumulator> accumulators() {
        return List.of(
                Accumulator.of("Moment", "moment"),
                Accumulator.of("InfNorm", "inf_norm"),
                Accumulator.count("Step", "step"));
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("beta1", beta1, "beta2", beta2, "epsilon", epsilon);
    }
}
