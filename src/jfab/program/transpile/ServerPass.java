package jfab.program.transpile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.program.Block;
import jfab.program.Builder;
import jfab.program.Initializer;
import jfab.program.OpType;
import jfab.program.Operator;
import jfab.program.Parameter;
import jfab.program.Program;
import jfab.program.ProgramException;
import jfab.program.Shape;
import jfab.program.Variable;
import jfab.role.Endpoint;
import jfab.role.RoleSpec;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a program what one parameter server does: for each of its slices the {@link GradientMerge} and the optimize
 * operator on the slice, in block 1, which LISTEN_AND_SERVE in block 0 runs once per step.
 */
final class ServerPass implements Pass {
    /** Slots of optimize operators whose variables do not belong to one parameter. */
    private static final Set<String> SHARED = Set.of("LearningRate");

    private final List<ParameterSlice> all;
    private final Endpoint endpoint;
    private final RoleSpec job;
    private final DistributeTranspilerConfig config;

    ServerPass(List<ParameterSlice> all, Endpoint endpoint, RoleSpec job, DistributeTranspilerConfig config) {
        this.all = all;
        this.endpoint = endpoint;
        this.job = job;
        this.config = config;
    }

    @Override
    public Program apply(Program program) {
        List<ParameterSlice> mine =
                all.stream().filter(slice -> slice.endpoint().equals(endpoint)).toList();
        Builder builder = Program.builder();
        GradientMerge merge = new GradientMerge(config.mode(), job.trainers(), builder);
        List<Operator> operators = new ArrayList<>();
        for (Operator schedule : program.operators(OpType.Phase.SCHEDULE)) {
            whole(schedule, program, builder);
            operators.add(schedule);
        }
        for (ParameterSlice slice : mine) {
            operators.addAll(merge.operators(slice));
            operators.add(optimize(slice, program, builder));
        }
        operators.addAll(new TableUpdate(program, builder).operators(job.trainers()));
        long block = builder.block(new Block(operators));
        String layout = SliceAttributes.digest(all, SparseTable.of(program), config);
        Map<String, Object> attributes = SliceAttributes.of(mine, layout);
        attributes.putAll(config.mode().attributes());
        attributes.put("endpoint", endpoint.toString());
        attributes.put("trainers", (long) job.trainers());
        attributes.put("optimize_block", block);
        // One report says enough: all servers see the same trainers.
        attributes.put("report", endpoint.equals(job.pservers().getFirst()));
        return builder.operator(new Operator(OpType.LISTEN_AND_SERVE, Map.of(), Map.of(), attributes))
                .build();
    }

    /** Declares what {@code operator} works on as the program has it. */
    private static void whole(Operator operator, Program program, Builder builder) {
        operator.outputs().values().stream().flatMap(List::stream).forEach(name -> {
            Parameter persistable = program.parameter(name);
            if (persistable == null) {
                builder.add(program.variable(name));
            } else {
                builder.persistable(persistable);
            }
        });
    }

    private static Operator optimize(ParameterSlice slice, Program program, Builder builder) {
        Operator whole = optimizerOf(slice.parameter(), program);
        for (String name :
                whole.outputs().values().stream().flatMap(List::stream).toList()) {
            builder.persistable(slice(program.parameter(name), slice, program));
        }
        return new Operator(
                whole.type(), renamed(whole.inputs(), slice), renamed(whole.outputs(), slice), whole.attributes());
    }

    /** A parameter or accumulator as the slice has it; what is not shaped like the parameter, a count of steps, stays whole. */
    private static Parameter slice(@Nullable Parameter parameter, ParameterSlice slice, Program program) {
        if (parameter == null) {
            throw new ProgramException(
                    "the optimizer of " + slice.parameter() + " changes something that has no first value");
        }
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

    private static Operator optimizerOf(String parameter, Program program) {
        return program.operators(OpType.Phase.OPTIMIZE).stream()
                .filter(operator -> operator.inputs("Param").contains(parameter))
                .findFirst()
                .orElseThrow(() -> new ProgramException(
                        "no optimizer changes '" + parameter + "'; call minimize before you transpile"));
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
