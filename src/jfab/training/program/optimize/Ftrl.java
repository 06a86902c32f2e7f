package jfab.training.program.optimize;

import java.util.List;
import java.util.Map;
import jfab.training.program.OpType;

/**
 * Follow the regularized leader, for sparse models: {@code s' = s + g²},
 * {@code z += g - (s'^-power - s^-power) / lr p}, {@code p = (l1 sign(z) - z) / (s'^-power / lr + 2 l2)} where {@code |z| > l1}, else 0.
 *
 * @param power of the learning rate's decay, {@code lr_power} in scripts; 0 or less
 */
public record Ftrl(double l1, double l2, double power) implements UpdateRule {
    public Ftrl {
        Bounds.notNegative("Ftrl", "l1", l1);
        Bounds.notNegative("Ftrl", "l2", l2);
        Bounds.notPositive("Ftrl", "lr_power", power);
    }

    @Override
    public OpType type() {
        return OpType.FTRL;
    }

    @Override
    public List<Accumulator> accumulators() {
        return List.of(Accumulator.of("SquaredAccumulator", "squared"), Accumulator.of("LinearAccumulator", "linear"));
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("l1", l1, "l2", l2, "lr_power", power);
    }
}
