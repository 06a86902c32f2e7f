package jfab.training.engine.torch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.program.Block;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Initializer;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Adagrad;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Momentum;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.optimize.RmsProp;
import jfab.training.program.optimize.Sgd;
import jfab.training.program.optimize.UpdateRule;

/**
 * What the optimizer costs per step and thread, without the gradients; run it by hand, with {@code optimizer_speed.py} beside it, which prints
 * the same for Python PyTorch.
 */
final class OptimizerSpeed {
    private static final int ROUNDS = 10;

    /** Processor time of this thread, which other processes hardly change; set {@code OMP_NUM_THREADS=1}. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private OptimizerSpeed() {}

    public static void main(String[] args) {
        for (UpdateRule rule : List.of(
                new Sgd(),
                new Momentum(0.9, false),
                new Adagrad(1e-6, 0),
                new RmsProp(0.95, 1e-6, 0.9, false),
                new Adam())) {
            System.out.printf(
                    "%-8s  MNIST conv %8.1f us   VGG-16 %8.1f ms%n",
                    rule.type().word(), seconds(rule, mnist(), 500) * 1e6, seconds(rule, vgg(), 3) * 1e3);
        }
    }

    /** The best mean over {@code steps}. */
    private static double seconds(UpdateRule rule, List<Shape> shapes, int steps) {
        Builder builder = Program.builder();
        List<String> parameters = new ArrayList<>();
        for (Shape shape : shapes) {
            String name = "p" + parameters.size();
            parameters.add(builder.parameter(name, shape, new Initializer.Uniform(-1, 1))
                    .name());
        }
        Variable loss = builder.temporary("loss", Shape.of(1), DataType.FLOAT32);
        // Never run; it says that the loss depends on all of them.
        builder.operator(new Operator(OpType.MEAN, Map.of("X", parameters), Map.of("Out", List.of("loss")), Map.of()));
        Optimizer.of(rule, 0.001).minimize(builder, loss);
        Program program = builder.build();
        Block update = new Block(program.operators().stream()
                .filter(operator -> operator.type() != OpType.MEAN && operator.type() != OpType.BACKWARD)
                .toList());
        Program stored = withStoredGradients(program, update);
        Executor engine = Torch.open(new Device.Cpu(), ParameterExchange.none());
        double best = Double.POSITIVE_INFINITY;
        try (Scope scope = engine.newScope()) {
            engine.run(stored.startup(1), Map.of(), List.of(), scope);
            for (int round = 0; round < ROUNDS; round++) {
                long start = CLOCK.getCurrentThreadCpuTime();
                for (int step = 0; step < steps; step++) {
                    engine.run(stored, Map.of(), List.of(), scope);
                }
                best = Math.min(best, (CLOCK.getCurrentThreadCpuTime() - start) / 1e9 / steps);
            }
        }
        return best;
    }

    private static Program withStoredGradients(Program program, Block update) {
        Builder builder = Program.builder();
        for (Variable variable : program.variables()) {
            Parameter parameter = program.parameter(variable.name());
            if (parameter != null) {
                builder.persistable(parameter);
            } else if (variable.name().endsWith("@GRAD")) {
                builder.accumulator(variable.name(), variable.shape(), variable.type(), new Initializer.Uniform(-1, 1));
            } else {
                builder.add(variable);
            }
        }
        return builder.operators(update.operators()).build();
    }

    private static List<Shape> mnist() {
        return List.of(
                Shape.of(20, 1, 5, 5),
                Shape.of(20),
                Shape.of(20),
                Shape.of(20),
                Shape.of(50, 20, 5, 5),
                Shape.of(50),
                Shape.of(800, 10),
                Shape.of(10));
    }

    private static List<Shape> vgg() {
        List<Shape> shapes = new ArrayList<>();
        long channels = 3;
        for (long width : new long[] {64, 64, 128, 128, 256, 256, 256, 512, 512, 512, 512, 512, 512}) {
            shapes.addAll(List.of(Shape.of(width, channels, 3, 3), Shape.of(width), Shape.of(width), Shape.of(width)));
            channels = width;
        }
        shapes.addAll(List.of(Shape.of(512, 512), Shape.of(512), Shape.of(512), Shape.of(512)));
        shapes.addAll(List.of(Shape.of(512, 512), Shape.of(512), Shape.of(512, 10), Shape.of(10)));
        return shapes;
    }
}
