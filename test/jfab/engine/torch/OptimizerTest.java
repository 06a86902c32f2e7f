package jfab.engine.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import jfab.engine.Device;
import jfab.engine.Executor;
import jfab.engine.HostTensor;
import jfab.engine.ParameterExchange;
import jfab.engine.Scope;
import jfab.program.Builder;
import jfab.program.DataType;
import jfab.program.Initializer;
import jfab.program.Layers;
import jfab.program.OpType;
import jfab.program.Operator;
import jfab.program.Optimizer;
import jfab.program.Program;
import jfab.program.Shape;
import jfab.program.Variable;
import org.junit.jupiter.api.Test;

class OptimizerTest {
    private static final Executor ENGINE = Torch.open(new Device.Cpu(), ParameterExchange.none());

    /** loss = mean((w - y)²) over one element, whose gradient is 2 (w - y). */
    private static double[] train(Optimizer optimizer, double start, float... targets) {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable w = builder.parameter("w", Shape.of(1, 1), new Initializer.Constant(start));
        Variable y = layers.data("y", Shape.of(1), DataType.FLOAT32);
        Variable cost = builder.temporary("cost", Shape.of(1, 1), DataType.FLOAT32);
        builder.operator(Operator.of(OpType.SQUARE_ERROR_COST, Map.of("X", w, "Y", y), Map.of("Out", cost), Map.of()));
        optimizer.minimize(builder, layers.mean(cost));
        Program program = builder.build();
        double[] course = new double[targets.length];
        try (Scope scope = ENGINE.newScope()) {
            ENGINE.run(program.startup(1), Map.of(), List.of(), scope);
            for (int t = 0; t < targets.length; t++) {
                Map<String, HostTensor> feed = Map.of("y", HostTensor.of(Shape.of(1, 1), targets[t]));
                ENGINE.run(program, feed, List.of(), scope);
                course[t] = ENGINE.run(program.cloneForTest(), feed, List.of("w"), scope)
                        .getFirst()
                        .mean();
            }
        }
        return course;
    }

    @Test
    void sgdSubtractsTheGradientTimesTheRate() {
        double[] course = train(new Optimizer.Sgd(0.1), 1, 3, -2);
        double first = 1 - 0.1 * 2 * (1 - 3);
        assertEquals(first, course[0], 1e-6);
        assertEquals(first - 0.1 * 2 * (first + 2), course[1], 1e-6);
    }

    @Test
    void adamKeepsEpsilonOutsideTheCorrection() {
        // An epsilon this large tells Fluid's formula from PyTorch's.
        Optimizer.Adam adam = new Optimizer.Adam(0.1, 0.9, 0.999, 0.5);
        double[] course = train(adam, 1, 3, -2, 0.5f, 4);
        double w = 1;
        double m = 0;
        double v = 0;
        double[] targets = {3, -2, 0.5, 4};
        for (int t = 1; t <= targets.length; t++) {
            double g = 2 * (w - targets[t - 1]);
            m = 0.9 * m + 0.1 * g;
            v = 0.999 * v + 0.001 * g * g;
            w -= 0.1 * Math.sqrt(1 - Math.pow(0.999, t)) / (1 - Math.pow(0.9, t)) * m / (Math.sqrt(v) + 0.5);
            assertEquals(w, course[t - 1], 1e-6, "after step " + t);
        }
    }

    @Test
    void weightedMeanCountsEachGradientBySamples() {
        Builder builder = Program.builder();
        Variable a = builder.temporary("a", Shape.of(2), DataType.FLOAT32);
        Variable b = builder.temporary("b", Shape.of(2), DataType.FLOAT32);
        builder.temporary("samples", Shape.of(2), DataType.FLOAT32);
        builder.temporary("mean", Shape.of(2), DataType.FLOAT32);
        builder.operator(new Operator(
                OpType.WEIGHTED_MEAN,
                Map.of("X", List.of(a.name(), b.name()), "Weight", List.of("samples")),
                Map.of("Out", List.of("mean")),
                Map.of()));
        try (Scope scope = ENGINE.newScope()) {
            double[] mean = ENGINE.run(
                            builder.build(),
                            Map.of(
                                    "a", HostTensor.of(Shape.of(2), 1f, 2f),
                                    "b", HostTensor.of(Shape.of(2), 5f, -2f),
                                    "samples", HostTensor.of(Shape.of(2), 3f, 1f)),
                            List.of("mean"),
                            scope)
                    .getFirst()
                    .values();
            assertEquals(2, mean[0], 1e-6);
            assertEquals(1, mean[1], 1e-6);
        }
    }
}
