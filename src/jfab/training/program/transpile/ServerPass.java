package jfab.training.program.transpile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jfab.role.Endpoint;
import jfab.role.RoleSpec;
import jfab.training.program.Block;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/**
 * Takes out of a program what one parameter server does, in blocks that LISTEN_AND_SERVE in block 0 runs.
 *
 * <ul>
 *   <li>{@code schedule_block} counts a step, at the beginning of each.
 *   <li>{@code optimize_block}: learning rates; for each of its slices the {@link GradientMerge}, then clipping,
 *       regularization and the update rule; the same for rows of sparse tables.
 *   <li>{@code norm_block}, where a gradient that is clipped by its norm lies on several servers: this server's part of the squared
 *       {@code norms}, whose sums over all servers the optimize block is fed.
 * </ul>
 */
final class ServerPass implements Pass {
    private final List<ParameterSlice> all;
    private final String layout;
    private final Endpoint endpoint;
    private final RoleSpec job;
    private final DistributeTranspilerConfig config;

    ServerPass(
            List<ParameterSlice> all,
            String layout,
            Endpoint endpoint,
            RoleSpec job,
            DistributeTranspilerConfig config) {
        this.all = all;
        this.layout = layout;
        this.endpoint = endpoint;
        this.job = job;
        this.config = config;
    }

    @Override
    public Program apply(Program program) {
        List<ParameterSlice> mine =
                all.stream().filter(slice -> slice.endpoint().equals(endpoint)).toList();
        Builder builder = Program.builder();
        Map<String, Object> attributes = SliceAttributes.of(mine, layout);
        attributes.putAll(config.agreement());
        attributes.putAll(blocks(program, mine, builder));
        attributes.put("endpoint", endpoint.toString());
        attributes.put("trainers", (long) job.trainers());
        // One report says enough: all servers see the same trainers.
        attributes.put("report", endpoint.equals(job.pservers().getFirst()));
        return builder.operator(new Operator(OpType.LISTEN_AND_SERVE, Map.of(), Map.of(), attributes))
                .build();
    }

    private Map<String, Object> blocks(Program program, List<ParameterSlice> mine, Builder builder) {
        GradientMerge merge = new GradientMerge(program, config.mode(), job.trainers(), builder);
        TableUpdate tables = new TableUpdate(program, config.mode(), builder);
        List<Operator> merges = new ArrayList<>();
        mine.forEach(slice -> merges.addAll(merge.operators(slice)));
        merges.addAll(tables.merges(job.trainers()));
        SliceUpdates updates =
                new SliceUpdates(program, all, endpoint, job.pservers().size(), config.mode(), builder);
        List<Operator> spread = updates.spreadNorms();
        List<Operator> steps = new ArrayList<>(rates(program, builder));
        steps.addAll(merges);
        steps.addAll(updates.operators());
        steps.addAll(tables.operators());
        List<Operator> measuring = new ArrayList<>(merges);
        measuring.addAll(spread);
        long optimize = builder.block(new Block(steps));
        long schedule = builder.block(new Block(counts(program, builder)));
        List<String> norms = spread.stream().map(norm -> norm.output("Out")).toList();
        return norms.isEmpty()
                ? Map.of("optimize_block", optimize, "schedule_block", schedule, "norms", norms)
                : Map.of(
                        "optimize_block",
                        optimize,
                        "schedule_block",
                        schedule,
                        "norms",
                        norms,
                        "norm_block",
                        builder.block(new Block(measuring)));
    }

    /** What moves the count of steps on; apart from all else, because not every change of the parameters is a step of the job. */
    private static List<Operator> counts(Program program, Builder builder) {
        List<Operator> counts = new ArrayList<>();
        for (Operator operator : program.operators(OpType.Phase.SCHEDULE)) {
            Parameter count = program.parameter(operator.output("Out"));
            if (count != null) {
                builder.persistable(count);
                counts.add(operator.type() == OpType.COUNT_SAMPLES ? told(operator, builder) : operator);
            }
        }
        return counts;
    }

    /** A server sees no samples. */
    private static Operator told(Operator count, Builder builder) {
        Variable samples = new Variable(ServerVariables.STEP_SAMPLES, Shape.of(1), DataType.INT64, false);
        builder.add(samples);
        Map<String, List<String>> inputs = new TreeMap<>(count.inputs());
        inputs.put("Samples", List.of(samples.name()));
        return new Operator(count.type(), inputs, count.outputs(), count.attributes());
    }

    /** Learning rates, by the count of steps. */
    private static List<Operator> rates(Program program, Builder builder) {
        List<Operator> rates = new ArrayList<>();
        for (Operator operator : program.operators(OpType.Phase.SCHEDULE)) {
            if (program.parameter(operator.output("Out")) == null) {
                builder.add(program.variable(operator.output("Out")));
                rates.add(operator);
            }
        }
        return rates;
    }
}
