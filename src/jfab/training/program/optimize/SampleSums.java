package jfab.training.program.optimize;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.training.program.Builder;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;

/**
 * Gradients that are sums over the samples of a step, as PaddlePaddle's first version has them, in the unit of a whole step: the sum,
 * divided by the samples that a whole step has. Of a whole step that is the mean, and of half of one it is half of the mean.
 */
public final class SampleSums {
    private SampleSums() {}

    /**
     * Makes sums of the gradients of {@code program}, before they are clipped. Its loss is a mean over samples, and minimized already.
     *
     * @param samples of a whole step, on all trainers whose gradients are averaged
     * @throws ProgramException if one of them is that of a sparse table, whose rows servers average apart from all else
     */
    public static void in(Builder program, int samples) {
        Program means = program.build();
        List<Operator> backward = means.operators(OpType.Phase.BACKWARD);
        List<String> gradients = backward.stream()
                .flatMap(operator -> operator.outputs("Grad").stream())
                .toList();
        for (Parameter parameter : means.trainable()) {
            if (parameter.sparse() && gradients.contains(Variable.gradientName(parameter.name()))) {
                throw new ProgramException("the gradients of sparse table '" + parameter.name()
                        + "' cannot be added up over samples; make it a dense parameter");
            }
        }
        List<Operator> operators = new ArrayList<>(means.operators());
        operators.add(
                operators.indexOf(backward.getLast()) + 1,
                new Operator(
                        OpType.SCALE_BY_SAMPLES,
                        Map.of("X", gradients),
                        Map.of("Out", gradients),
                        Map.of("samples", (long) samples)));
        program.operators(operators);
    }

    /** The samples of a whole step, where the gradients of {@code program} are sums. */
    public static Optional<Long> of(Program program) {
        return program.operators(OpType.Phase.CLIP).stream()
                .filter(operator -> operator.type() == OpType.SCALE_BY_SAMPLES)
                .map(operator -> operator.integer("samples"))
                .findFirst();
    }
}
