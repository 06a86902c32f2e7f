package jfab.training.program.optimize;

import java.util.List;
import java.util.Map;
import jfab.training.program.OpType;

/**
 * {@code v = momentum v + g}, then {@code p -= lr v}, or {@code p -= lr (g + momentum v)} as Nesterov has it.
 *
 * @param momentum the share of the velocity that stays
 */
public record Momentum(double momentum, boolean useNesterov) implements UpdateRule {
    public Momentum {
        Bounds.share("Momentum", "momentum", momentum);
    }

    @Override
    public OpType type() {
        return OpType.MOMENTUM;
    }

    @Override
    public List<Accumulator> accumulators() {
        return List.of(Accumulator.of("Velocity", "velocity"));
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("mu", momentum, "use_nesterov", useNesterov);
    }
}
