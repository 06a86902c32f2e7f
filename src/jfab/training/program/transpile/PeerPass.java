package jfab.training.program.transpile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.ProgramDigest;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;

/**
 * What a trainer of a job without parameter servers runs: gradients are averaged over all trainers where they were computed
 * alone, and every trainer applies them to its own copy of the parameters.
 *
 * <p>Of several losses, each with parameters of its own, all gradients are averaged at once, and applied after that.
 */
public final class PeerPass implements Pass {
    /** What comes after the gradients. */
    private static final Set<OpType.Phase> LEARNING =
            Set.of(OpType.Phase.SCHEDULE, OpType.Phase.CLIP, OpType.Phase.OPTIMIZE);

    @Override
    public Program apply(Program program) {
        program.operators(OpType.Phase.FORWARD).forEach(PeerPass::check);
        List<Operator> backward = program.operators(OpType.Phase.BACKWARD);
        if (backward.isEmpty()) {
            return program;
        }
        Map<Boolean, List<Operator>> after = program.operators().stream()
                .filter(operator -> operator.type().phase() != OpType.Phase.BACKWARD)
                .collect(Collectors.partitioningBy(
                        operator -> LEARNING.contains(operator.type().phase())));
        List<Operator> operators = new ArrayList<>(after.get(false));
        operators.add(new Operator(
                OpType.BACKWARD_ALL_REDUCE,
                Map.of("Loss", all(backward, operator -> operator.inputs("Loss")), "Param", trained(program)),
                Map.of("Grad", all(backward, operator -> operator.outputs("Grad"))),
                Map.of()));
        operators.addAll(after.get(true));
        return program.toBuilder().operators(operators).build();
    }

    /** The startup program of {@code program}: all begin with what trainer 0 has drawn, or read. */
    public Program startup(Program program, long seed) {
        Program startup = program.startup(seed);
        List<String> names = startup.persistables().stream().map(Variable::name).toList();
        return startup.toBuilder()
                .operator(new Operator(
                        OpType.BROADCAST,
                        Map.of("Param", trained(program)),
                        Map.of("Out", names),
                        Map.of("program", ProgramDigest.ofSteps(program))))
                .build();
    }

    private static List<String> trained(Program program) {
        return all(program.operators(OpType.Phase.BACKWARD), operator -> operator.inputs("Param"));
    }

    private static List<String> all(List<Operator> operators, Function<Operator, List<String>> names) {
        return operators.stream()
                .flatMap(operator -> names.apply(operator).stream())
                .toList();
    }

    private static void check(Operator operator) {
        if (operator.type() == OpType.PREFETCH) {
            throw new ProgramException(
                    "sparse tables live on parameter servers, and this job has none; use is_sparse: false, or servers");
        }
    }
}
