package jfab.training.program.optimize;

import java.util.List;
import java.util.Map;
import jfab.training.program.OpType;

/**
 * {@code s = rho s + (1 - rho) g²}, {@code d = g √((u + epsilon) / (s + epsilon))}, {@code u = rho u + (1 - rho) d²},
 * {@code p -= lr d}.
 *
 * <p>Fluid takes a learning rate and ignores it; here 1 gives Fluid's steps.
 */
public record Adadelta(double epsilon, double rho) implements UpdateRule {
    public Adadelta {
        Bounds.positive("Adadelta", "epsilon", epsilon);
        Bounds.share("Adadelta", "rho", rho);
    }

    @Override
    public OpType type() {
        return OpType.ADADELTA;
    }

    @Override
    public List<Accumulator> accumulators() {
        return List.of(
                Accumulator.of("AvgSquaredGrad", "avg_squared_grad"),
                Accumulator.of("AvgSquaredUpdate", "avg_squared_update"));
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("epsilon", epsilon, "rho", rho);
    }
}
