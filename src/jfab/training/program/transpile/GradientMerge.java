package jfab.training.program.transpile;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.optimize.SampleSums;

/** The operators by which a server makes the gradient of a slice, {@code w@GRAD.block0}, out of what trainers push. */
final class GradientMerge {
    private final TrainingMode mode;
    private final int trainers;
    private final Builder builder;
    /** Of the mean: what it is divided by, unless that is the number of all samples. */
    private final Map<String, Object> divisor;

    /** Takes from {@code program} what becomes of its gradients, and declares in {@code builder} what the server's program is fed. */
    GradientMerge(Program program, TrainingMode mode, int trainers, Builder builder) {
        this.mode = mode;
        this.trainers = trainers;
        this.builder = builder;
        divisor = SampleSums.of(program)
                .<Map<String, Object>>map(samples -> Map.of("samples", samples))
                .orElse(Map.of());
        if (mode instanceof TrainingMode.Synchronous) {
            builder.temporary(ServerVariables.SAMPLES, Shape.of(trainers), DataType.FLOAT32);
        }
    }

    /** What is to be run before the optimizer of {@code slice}. */
    List<Operator> operators(ParameterSlice slice) {
        String gradient = ServerVariables.gradient(slice);
        Shape shape = Shape.of(slice.length());
        builder.temporary(gradient, shape, DataType.FLOAT32);
        return switch (mode) {
            case TrainingMode.Synchronous() -> List.of(mean(slice, gradient));
            case TrainingMode.DelayCompensated(double lambda) -> List.of(compensate(slice, gradient, lambda));
            // One trainer's gradient is the gradient.
            case TrainingMode.Asynchronous _, TrainingMode.BoundedStaleness _ -> List.of();
        };
    }

    private Operator mean(ParameterSlice slice, String mean) {
        List<String> gradients = IntStream.range(0, trainers)
                .mapToObj(trainer -> ServerVariables.gradient(slice, trainer))
                .toList();
        gradients.forEach(gradient -> builder.temporary(gradient, Shape.of(slice.length()), DataType.FLOAT32));
        return new Operator(
                OpType.WEIGHTED_MEAN,
                Map.of("X", gradients, "Weight", List.of(ServerVariables.SAMPLES)),
                Map.of("Out", List.of(mean)),
                divisor);
    }

    private Operator compensate(ParameterSlice slice, String gradient, double lambda) {
        String pushed = ServerVariables.pushed(slice);
        String pulled = ServerVariables.pulled(slice);
        builder.temporary(pushed, Shape.of(slice.length()), DataType.FLOAT32);
        builder.temporary(pulled, Shape.of(slice.length()), DataType.FLOAT32);
        return new Operator(
                OpType.DC_ASGD,
                Map.of("Grad", List.of(pushed), "Param", List.of(slice.name()), "Pulled", List.of(pulled)),
                Map.of("Out", List.of(gradient)),
                Map.of("lambda", lambda));
    }
}
