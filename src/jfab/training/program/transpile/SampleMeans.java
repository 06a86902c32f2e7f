package jfab.training.program.transpile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jfab.training.program.OpType;
import jfab.training.program.OpType.Phase;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/**
 * Which losses are means over samples: of these alone the mean of the trainers' gradients, weighted by samples, is the gradient of one
 * process. A sum over samples, the root of a mean, or a mean over the elements of sequences is something else on each share.
 */
public final class SampleMeans {
    /** How a value depends on the samples of a step. */
    private enum Of {
        /** Not at all. */
        NOTHING,
        /** A row for each element of their sequences. */
        ELEMENTS,
        /** A row, or several, for each. */
        SAMPLES,
        /** The mean over them, or something linear in it. */
        MEAN,
        OTHER
    }

    /** What gives a mean of a mean. */
    private static final Set<OpType> LINEAR = Set.of(
            OpType.SCALE,
            OpType.SUM,
            OpType.ELEMENTWISE_ADD,
            OpType.ELEMENTWISE_SUB,
            OpType.RESHAPE,
            OpType.MEAN,
            OpType.REDUCE_MEAN,
            OpType.REDUCE_SUM);

    private static final Set<OpType> REDUCTIONS =
            Set.of(OpType.MEAN, OpType.REDUCE_MEAN, OpType.REDUCE_SUM, OpType.REDUCE_MAX, OpType.REDUCE_MIN);

    private final Map<String, Of> known = new HashMap<>();

    private SampleMeans(Program program) {
        for (Variable variable : program.variables()) {
            boolean rows = !variable.persistable()
                    && variable.shape().rank() > 0
                    && variable.shape().dimension(0) == Shape.BATCH;
            known.put(variable.name(), !rows ? Of.NOTHING : variable.sequences() ? Of.ELEMENTS : Of.SAMPLES);
        }
        for (Operator operator : program.operators(Phase.FORWARD)) {
            Of result = result(operator);
            operator.outputs().values().forEach(names -> names.forEach(name -> known.put(name, result)));
        }
    }

    /** The losses of {@code program} that are none. */
    public static List<String> missing(Program program) {
        Map<String, Of> known = new SampleMeans(program).known;
        return program.operators(Phase.BACKWARD).stream()
                .flatMap(operator -> operator.inputs("Loss").stream())
                .filter(loss -> known.get(loss) != Of.MEAN && known.get(loss) != Of.NOTHING)
                .toList();
    }

    private Of result(Operator operator) {
        Set<Of> inputs = operator.inputs().values().stream()
                .flatMap(List::stream)
                .map(name -> known.getOrDefault(name, Of.NOTHING))
                .collect(Collectors.toSet());
        inputs.remove(Of.NOTHING);
        // Rows of a table come up for all its lookups together, and are a parameter as the table is.
        if (inputs.isEmpty() || operator.type() == OpType.PREFETCH) {
            return Of.NOTHING;
        }
        if (operator.type() == OpType.SEQUENCE_POOL) {
            return inputs.contains(Of.OTHER) ? Of.OTHER : Of.SAMPLES;
        }
        if (inputs.contains(Of.OTHER) || (inputs.contains(Of.MEAN) && inputs.size() > 1)) {
            return Of.OTHER;
        }
        if (inputs.contains(Of.MEAN)) {
            return linear(operator) ? Of.MEAN : Of.OTHER;
        }
        if (REDUCTIONS.contains(operator.type()) && overSamples(operator)) {
            boolean mean = operator.type() == OpType.MEAN || operator.type() == OpType.REDUCE_MEAN;
            return mean && inputs.equals(Set.of(Of.SAMPLES)) ? Of.MEAN : Of.OTHER;
        }
        return inputs.contains(Of.ELEMENTS) ? Of.ELEMENTS : Of.SAMPLES;
    }

    private static boolean overSamples(Operator operator) {
        return operator.type() == OpType.MEAN || operator.integers("dim").contains(0L);
    }

    /** A product and a quotient are linear in a mean where the other factor, or the divisor, is none. */
    private boolean linear(Operator operator) {
        return switch (operator.type()) {
            case ELEMENTWISE_MUL ->
                known.get(operator.input("X")) == Of.NOTHING || known.get(operator.input("Y")) == Of.NOTHING;
            case ELEMENTWISE_DIV -> known.get(operator.input("Y")) == Of.NOTHING;
            default -> LINEAR.contains(operator.type());
        };
    }
}
