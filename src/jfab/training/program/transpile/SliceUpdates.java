package jfab.training.program.transpile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.role.Endpoint;
import jfab.training.program.Builder;
import jfab.training.program.Initializer;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/**
 * What a program does between a merged gradient and the changed parameter, as one server does it: on its slices.
 *
 * <p>Most of it is done number by number, and slices may be whatever they are. The norm of a gradient that lies on several
 * servers is not: each server computes the sum of the squares of its own part, and is told the sum over all servers.
 */
final class SliceUpdates {
    /** Slots of operators whose variables do not belong to one parameter. */
    private static final Set<String> SHARED = Set.of("LearningRate", "SquaredNorm");

    private final Program program;
    private final List<ParameterSlice> all;
    private final List<ParameterSlice> mine;
    private final int servers;
    private final TrainingMode mode;
    private final Builder builder;
    private final Map<String, String> parameters;

    SliceUpdates(
            Program program,
            List<ParameterSlice> all,
            Endpoint endpoint,
            int servers,
            TrainingMode mode,
            Builder builder) {
        this.program = program;
        this.all = all;
        this.servers = servers;
        this.mode = mode;
        this.builder = builder;
        mine = all.stream().filter(slice -> slice.endpoint().equals(endpoint)).toList();
        parameters = program.trainable().stream()
                .collect(Collectors.toMap(parameter -> Variable.gradientName(parameter.name()), Parameter::name));
    }

    /** The sums of squares to which several servers contribute, in an order that all servers share; the same names everywhere. */
    List<Operator> spreadNorms() {
        return norms().filter(this::spread).map(this::here).toList();
    }

    /** Clips, regularizes and optimizes each slice; needs the outputs of {@link #spreadNorms} summed over all servers. */
    List<Operator> operators() {
        List<Operator> operators = new ArrayList<>();
        Set<String> changed = new HashSet<>();
        norms().forEach(norm -> {
            Operator here = here(norm);
            builder.add(program.variable(norm.output("Out")));
            if (!spread(norm) && !here.inputs("Grad").isEmpty()) {
                operators.add(here);
            }
        });
        program.operators().stream()
                .filter(operator -> perParameter(operator, mode))
                .forEach(operator -> {
                    String parameter = parameter(operator);
                    if (!operator.outputs("ParamOut").isEmpty()) {
                        changed.add(parameter);
                    }
                    mine.stream()
                            .filter(slice -> slice.parameter().equals(parameter))
                            .forEach(slice -> operators.add(sliced(operator, slice)));
                });
        mine.stream()
                .filter(slice -> !changed.contains(slice.parameter()))
                .findFirst()
                .ifPresent(slice -> {
                    throw new ProgramException(
                            "no optimizer changes '" + slice.parameter() + "'; call minimize before you transpile");
                });
        return operators;
    }

    /** Whether servers of {@code mode} do {@code operator} for each parameter. */
    static boolean perParameter(Operator operator, TrainingMode mode) {
        return operator.type() != OpType.SQUARED_L2_NORM
                && operator.type() != OpType.SCALE_BY_SAMPLES
                && switch (operator.type().phase()) {
                    case CLIP -> mode.averages();
                    case OPTIMIZE -> true;
                    case STARTUP, FORWARD, BACKWARD, SCHEDULE -> false;
                };
    }

    private Stream<Operator> norms() {
        return program.operators().stream()
                .filter(operator -> mode.averages() && operator.type() == OpType.SQUARED_L2_NORM);
    }

    private boolean spread(Operator norm) {
        Set<String> measured = measured(norm);
        long keepers = all.stream()
                .filter(slice -> measured.contains(slice.parameter()))
                .map(ParameterSlice::endpoint)
                .distinct()
                .count();
        // Rows of a sparse table lie anywhere.
        return keepers > 1 || (servers > 1 && tables(norm).findAny().isPresent());
    }

    /** The part of {@code norm} that concerns this server's slices and rows. */
    private Operator here(Operator norm) {
        Set<String> measured = measured(norm);
        Stream<String> gradients = mine.stream()
                .filter(slice -> measured.contains(slice.parameter()))
                .map(slice -> slice.nameOf(Variable.gradientName(slice.parameter())));
        return new Operator(
                norm.type(),
                Map.of("Grad", Stream.concat(gradients, tables(norm)).toList()),
                norm.outputs(),
                norm.attributes());
    }

    /** Gradients of sparse tables, whose rows have no other name on servers. */
    private Stream<String> tables(Operator norm) {
        Set<String> measured = measured(norm);
        return SparseTable.of(program).stream()
                .map(SparseTable::name)
                .filter(measured::contains)
                .map(Variable::gradientName);
    }

    private Set<String> measured(Operator norm) {
        return norm.inputs("Grad").stream().map(this::ofGradient).collect(Collectors.toSet());
    }

    private String parameter(Operator operator) {
        List<String> named = operator.inputs("Param");
        return named.isEmpty() ? ofGradient(operator.input("Grad")) : named.getFirst();
    }

    private String ofGradient(String gradient) {
        String parameter = parameters.get(gradient);
        if (parameter == null) {
            throw new ProgramException("'" + gradient + "' is the gradient of no parameter that servers could change");
        }
        return parameter;
    }

    private Operator sliced(Operator whole, ParameterSlice slice) {
        whole.outputs().values().stream()
                .flatMap(List::stream)
                .map(program::parameter)
                .filter(Objects::nonNull)
                .forEach(parameter -> builder.persistable(sliced(parameter, slice)));
        return new Operator(
                whole.type(), renamed(whole.inputs(), slice), renamed(whole.outputs(), slice), whole.attributes());
    }

    /** A parameter or accumulator as the slice has it; what is not shaped like the parameter, a count of steps, stays whole. */
    private Parameter sliced(Parameter parameter, ParameterSlice slice) {
        Variable variable = parameter.variable();
        boolean shaped =
                variable.shape().equals(program.variable(slice.parameter()).shape());
        Shape shape = shaped ? Shape.of(slice.length()) : variable.shape();
        // Values of the parameter itself come from trainer 0 before anyone reads them.
        Initializer initializer = parameter.trainable() ? new Initializer.Constant(0) : parameter.initializer();
        return new Parameter(
                new Variable(slice.nameOf(variable.name()), shape, variable.type(), true),
                initializer,
                parameter.trainable());
    }

    private static Map<String, List<String>> renamed(Map<String, List<String>> slots, ParameterSlice slice) {
        Map<String, List<String>> renamed = new LinkedHashMap<>();
        slots.forEach((slot, names) -> renamed.put(
                slot,
                SHARED.contains(slot)
                        ? names
                        : names.stream().map(slice::nameOf).toList()));
        return renamed;
    }
}
