package jfab.program.transpile;

import java.util.List;
import java.util.Map;
import jfab.program.OpType;
import jfab.program.Operator;
import jfab.program.Program;
import jfab.program.ProgramException;
import jfab.program.Variable;

/**
 * What a trainer of a job without parameter servers runs: gradients are averaged over all trainers where they were computed
 * alone, and every trainer applies them to its own copy of the parameters.
 */
public final class PeerPass implements Pass {
    @Override
    public Program apply(Program program) {
        return program.toBuilder()
                .operators(program.operators().stream().map(PeerPass::shared).toList())
                .build();
    }

    /** The startup program of {@code program}: all begin with what trainer 0 has drawn, or read. */
    public Program startup(Program program, long seed) {
        Program startup = program.startup(seed);
        List<String> names = startup.persistables().stream().map(Variable::name).toList();
        List<String> trained = program.operators(OpType.Phase.BACKWARD).stream()
                .flatMap(operator -> operator.inputs("Param").stream())
                .toList();
        return startup.toBuilder()
                .operator(new Operator(OpType.BROADCAST, Map.of("Param", trained), Map.of("Out", names), Map.of()))
                .build();
    }

    private static Operator shared(Operator operator) {
        return switch (operator.type()) {
            case BACKWARD ->
                new Operator(OpType.BACKWARD_ALL_REDUCE, operator.inputs(), operator.outputs(), operator.attributes());
            case PREFETCH ->
                throw new ProgramException(
                        "sparse tables live on parameter servers, and this job has none; use is_sparse: false, or servers");
            default -> operator;
        };
    }
}
