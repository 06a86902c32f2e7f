package jfab.training.program.optimize;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jfab.training.program.OpType;

/**
 * {@code s = rho s + (1 - rho) g²}, {@code v = momentum v + lr g / √(s + epsilon)}, {@code p -= v}. PyTorch has epsilon outside the root.
 *
 * @param centered takes the square of the mean gradient, {@code a = rho a + (1 - rho) g}, from {@code s} below the root
 */
public record RmsProp(double rho, double epsilon, double momentum, boolean centered) implements UpdateRule {
    public RmsProp {
        Bounds.share("RMSProp", "rho", rho);
        Bounds.positive("RMSProp", "epsilon", epsilon);
        Bounds.share("RMSProp", "momentum", momentum);
    }

    @Override
    public OpType type() {
        return OpType.RMSPROP;
    }

    @Override
    public List<Accumulator> accumulators() {
        Stream<Accumulator> always =
                Stream.of(Accumulator.of("Moment", "momentum"), Accumulator.of("MeanSquare", "mean_square"));
        Stream<Accumulator> mean = centered ? Stream.of(Accumulator.of("MeanGrad", "mean_grad")) : Stream.empty();
        return Stream.concat(always, mean).toList();
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("decay", rho, "epsilon", epsilon, "momentum", momentum, "centered", centered);
    }
}
