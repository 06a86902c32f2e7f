package jfab.training.program.optimize;

import java.util.List;
import java.util.Map;
import jfab.training.program.OpType;

/** {@code m = decay m + (1 - decay) g²}, {@code p -= lr g / (√m + epsilon)}. */
public record DecayedAdagrad(double decay, double epsilon) implements UpdateRule {
    public DecayedAdagrad {
        Bounds.share("DecayedAdagrad", "decay", decay);
        Bounds.positive("DecayedAdagrad", "epsilon", epsilon);
    }

    @Override
    public OpType type() {
        return OpType.DECAYED_ADAGRAD;
    }

    @Override
    public List<Accumulator> accumulators() {
        return List.of(Accumulator.of("Moment", "moment"));
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("decay", decay, "epsilon", epsilon);
    }
}
