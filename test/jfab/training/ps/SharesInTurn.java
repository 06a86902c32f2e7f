package jfab.training.ps;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import jfab.training.data.Sample;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.torch.Torch;
import jfab.training.program.Block;
import jfab.training.program.Builder;
import jfab.training.program.OpType;
import jfab.training.program.OpType.Phase;
import jfab.training.program.Operator;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.Variable;

/**
 * One process that takes the shares of several trainers in turn and adds up their gradients: what rounding alone makes of a network
 * whose loss is sensitive to it. It knows no sparse tables.
 *
 * @param averaging weighs and rounds as trainers without servers do, by the samples of the step before; else as servers do
 */
record SharesInTurn(RandomNetwork network, long seed, boolean averaging) {
    private static final Set<Phase> UPDATE = EnumSet.of(Phase.CLIP, Phase.SCHEDULE, Phase.OPTIMIZE);

    /**
     * The losses of each step over all samples.
     *
     * @param shares by trainer, of each step
     * @param first the trainer whose gradients come first; the others follow by rank, and then those before it
     */
    List<List<Double>> losses(List<List<List<Sample>>> shares, int first) {
        Program program = network.program();
        Block update = new Block(program.operators().stream()
                .filter(operator -> UPDATE.contains(operator.type().phase()))
                .toList());
        Program gradients = program.toBuilder()
                .operators(program.operators().stream()
                        .filter(operator -> !UPDATE.contains(operator.type().phase()))
                        .toList())
                .build();
        List<Parameter> learning = program.operators(Phase.BACKWARD).stream()
                .flatMap(operator -> operator.inputs("Param").stream())
                .map(program::parameter)
                .toList();
        List<String> fetch = new ArrayList<>(network.losses());
        learning.forEach(parameter -> fetch.add(Variable.gradientName(parameter.name())));
        Executor executor = Torch.open(new Device.Cpu(), ParameterExchange.none());
        List<List<Double>> losses = new ArrayList<>();
        try (Scope scope = executor.newScope()) {
            executor.run(program.startup(seed), Map.of(), List.of(), scope);
            double expected = 1;
            for (int step = 0; step < shares.getFirst().size(); step++) {
                int at = step;
                List<List<Sample>> parts = IntStream.range(0, shares.size())
                        .mapToObj(i -> shares.get((first + i) % shares.size()).get(at))
                        .filter(part -> !part.isEmpty())
                        .toList();
                List<Sample> all = parts.stream().flatMap(List::stream).toList();
                float[][] sums = new float[fetch.size()][];
                double[] means = new double[network.losses().size()];
                for (List<Sample> part : parts) {
                    Program own = averaging ? scaled(gradients, part.size() / expected, shares.size()) : gradients;
                    List<HostTensor> values = executor.run(own, network.feed(part), fetch, scope);
                    add(values, averaging ? 1 : part.size() / (float) all.size(), sums);
                    for (int loss = 0; loss < means.length; loss++) {
                        means[loss] += values.get(loss).mean() * part.size() / all.size();
                    }
                }
                losses.add(DoubleStream.of(means).boxed().toList());
                if (averaging) {
                    for (float[] sum : sums) {
                        for (int i = 0; i < sum.length; i++) {
                            sum[i] = sum[i] / shares.size() * (float) (expected / all.size());
                        }
                    }
                    expected = all.size();
                }
                Map<String, HostTensor> fed = new HashMap<>(network.feed(all));
                for (int i = 0; i < learning.size(); i++) {
                    int slot = network.losses().size() + i;
                    fed.put(
                            fetch.get(slot),
                            HostTensor.of(learning.get(i).variable().shape(), sums[slot]));
                }
                executor.run(program, update, fed, List.of(), scope);
            }
        }
        return losses;
    }

    /** The gradients of each loss times {@code share} times {@code trainers}. */
    private static Program scaled(Program gradients, double share, int trainers) {
        Builder builder = gradients.toBuilder().operators(List.of());
        for (Operator operator : gradients.operators()) {
            if (operator.type().phase() == Phase.BACKWARD) {
                Variable loss = gradients.variable(operator.input("Loss"));
                Variable part = scaled(builder, loss, share);
                Variable scaled = scaled(builder, part, trainers);
                Map<String, List<String>> inputs = new HashMap<>(operator.inputs());
                inputs.put("Loss", List.of(scaled.name()));
                builder.operator(new Operator(operator.type(), inputs, operator.outputs(), operator.attributes()));
            } else {
                builder.operator(operator);
            }
        }
        return builder.build();
    }

    private static Variable scaled(Builder builder, Variable loss, double scale) {
        Variable scaled = builder.temporary(loss.name() + "@SHARE", loss.shape(), loss.type());
        builder.operator(Operator.of(
                OpType.SCALE,
                Map.of("X", loss),
                Map.of("Out", scaled),
                Map.of("scale", scale, "bias", 0.0, "bias_after_scale", true)));
        return scaled;
    }

    private static void add(List<HostTensor> values, float weight, float[][] sums) {
        for (int slot = 0; slot < sums.length; slot++) {
            double[] value = values.get(slot).values();
            float[] sum = sums[slot] == null ? new float[value.length] : sums[slot];
            for (int i = 0; i < value.length; i++) {
                sum[i] += weight * (float) value[i];
            }
            sums[slot] = sum;
        }
    }
}
