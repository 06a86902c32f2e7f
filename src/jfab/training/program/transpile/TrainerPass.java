package jfab.training.program.transpile;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.training.program.Builder;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.Variable;

/** Takes the optimizer and its accumulators out of a program and puts SEND of the gradients and RECV of the parameters in its place. */
final class TrainerPass implements Pass {
    private final List<ParameterSlice> slices;
    private final List<SparseTable> tables;
    private final String layout;
    private final int trainerId;
    private final DistributeTranspilerConfig config;

    TrainerPass(
            List<ParameterSlice> slices,
            List<SparseTable> tables,
            String layout,
            int trainerId,
            DistributeTranspilerConfig config) {
        this.slices = slices;
        this.tables = tables;
        this.layout = layout;
        this.trainerId = trainerId;
        this.config = config;
    }

    @Override
    public Program apply(Program program) {
        List<String> parameters = parameters();
        Set<String> accumulators = accumulators(program);
        Builder builder = Program.builder();
        for (Variable variable : program.variables()) {
            Parameter parameter = program.parameter(variable.name());
            if (accumulators.contains(variable.name())) {
                continue;
            }
            if (parameter == null || (parameter.sparse() && parameter.trainable())) {
                // Of a sparse table nothing stays on a trainer, unless nothing changes it: its rows are the same
                // everywhere.
                builder.add(variable);
            } else {
                builder.persistable(parameter);
            }
        }
        program.operators().stream()
                .filter(operator -> switch (operator.type().phase()) {
                    case STARTUP, FORWARD, BACKWARD, SCHEDULE -> true;
                    case CLIP -> !config.mode().averages();
                    case OPTIMIZE -> false;
                })
                .flatMap(operator -> pieces(program, operator, builder))
                .forEach(builder::operator);
        if (!tables.isEmpty()) {
            builder.operator(sendRows());
        }
        List<String> gradients = parameters.stream().map(Variable::gradientName).toList();
        return builder.operator(send(gradients, false))
                .operator(receive(parameters))
                .build();
    }

    /** BACKWARD in pieces that can be sent; whole where its gradients are changed before they are, or sent in another form. */
    private Stream<Operator> pieces(Program program, Operator operator, Builder builder) {
        boolean clipped = !config.mode().averages()
                && !program.operators(OpType.Phase.CLIP).isEmpty();
        if (operator.type() != OpType.BACKWARD
                || clipped
                || !config.compression().equals(Compression.none())) {
            return Stream.of(operator);
        }
        Set<String> sent = parameters().stream().map(Variable::gradientName).collect(Collectors.toSet());
        List<Operator> pieces = new BackwardPieces(program, operator, sent).operators(attributes());
        BackwardPieces.between(program, pieces).forEach(builder::add);
        return pieces.stream();
    }

    /**
     * The startup program of {@code trainer}, the result of {@link #apply}.
     *
     * <p>Trainer 0 decides the first values, not the servers: it draws whole parameters, as a process that trains alone
     * does, so both start from the same numbers; a server would have to draw a whole parameter to keep one slice of it.
     */
    Program startup(Program trainer, long seed) {
        List<String> parameters = parameters();
        Builder builder = trainer.startup(seed).toBuilder();
        if (trainerId == 0) {
            builder.operator(send(parameters, true));
        }
        return builder.operator(receive(parameters)).build();
    }

    private List<String> parameters() {
        return slices.stream().map(ParameterSlice::parameter).distinct().toList();
    }

    /** What optimize operators keep from step to step, besides the parameters themselves. */
    private static Set<String> accumulators(Program program) {
        Set<String> accumulators = new HashSet<>();
        for (Operator operator : program.operators(OpType.Phase.OPTIMIZE)) {
            operator.outputs().values().stream()
                    .flatMap(List::stream)
                    .filter(name -> program.parameter(name) != null)
                    .forEach(accumulators::add);
        }
        program.trainable().forEach(parameter -> accumulators.remove(parameter.name()));
        return accumulators;
    }

    private Operator send(List<String> variables, boolean initial) {
        Map<String, Object> attributes = attributes();
        attributes.put("initial", initial);
        return new Operator(OpType.SEND, Map.of("X", variables), Map.of(), attributes);
    }

    private Operator receive(List<String> parameters) {
        return new Operator(OpType.RECV, Map.of(), Map.of("Out", parameters), attributes());
    }

    private Operator sendRows() {
        List<String> names = tables.stream().map(SparseTable::name).toList();
        return new Operator(
                OpType.SEND_ROWS,
                Map.of(
                        "W",
                        names,
                        "X",
                        names.stream().map(Variable::gradientName).toList()),
                Map.of(),
                attributes());
    }

    private Map<String, Object> attributes() {
        Map<String, Object> attributes = SliceAttributes.of(slices, layout);
        attributes.putAll(config.compression().attributes());
        return attributes;
    }
}
