package jfab.training.program.optimize;

import java.util.List;
import java.util.Map;
import jfab.training.program.OpType;

/**
 * {@code m = beta1 m + (1 - beta1) g}, {@code v = beta2 v + (1 - beta2) g²}, {@code p -= lr_t m / (√v + epsilon)} with
 * {@code lr_t = lr √(1 - beta2^t) / (1 - beta1^t)} in update {@code t}. PyTorch has epsilon inside the correction.
 */
public record Adam(double beta1, double beta2, double epsilon) implements UpdateRule {
    public Adam {
        Bounds.share("Adam", "beta1", beta1);
        Bounds.share("Adam", "beta2", beta2);
        Bounds.positive("Adam", "epsilon", epsilon);
    }

    public Adam() {
        this(0.9, 0.999, 1e-8);
    }

    @Override
    public OpType type() {
        return OpType.ADAM;
    }

    @Override
    public List<Accumulator> accumulators() {
        return List.of(
                Accumulator.of("Moment1", "moment1"),
                Accumulator.of("Moment2", "moment2"),
                Accumulator.count("Step", "step"));
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("beta1", beta1, "beta2", beta2, "epsilon", epsilon);
    }
}
