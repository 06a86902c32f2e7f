package jfab.training.ps;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.torch.Torch;
import jfab.training.program.Block;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.Variable;
import jfab.training.program.optimize.SampleSums;

/** One process that takes several shares of a batch in turn, averages their gradients by samples and optimizes once. */
record AveragedSteps(Net net) {
    private static final long SEED = 7;
    private static final Set<OpType.Phase> UPDATE =
            EnumSet.of(OpType.Phase.CLIP, OpType.Phase.SCHEDULE, OpType.Phase.OPTIMIZE);

    List<List<Double>> train(List<List<Map<String, HostTensor>>> shares) {
        Program program = net.program();
        Block optimizer = new Block(program.operators().stream()
                .filter(operator -> UPDATE.contains(operator.type().phase()))
                // It would take the gradients that are fed for samples; see below.
                .filter(operator -> operator.type() != OpType.SCALE_BY_SAMPLES)
                .toList());
        List<Operator> rest = program.operators().stream()
                .filter(operator -> !UPDATE.contains(operator.type().phase()))
                .toList();
        Executor executor = Torch.open(new Device.Cpu(), ParameterExchange.none());
        List<Scope> scopes = new ArrayList<>();
        List<List<Double>> losses = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            scopes.add(executor.newScope());
            executor.run(program.startup(SEED), Map.of(), List.of(), scopes.get(i));
            losses.add(new ArrayList<>());
        }
        for (int step = 0; step < shares.getFirst().size(); step++) {
            Map<String, float[]> means = new HashMap<>();
            float samples = 0;
            for (List<Map<String, HostTensor>> share : shares) {
                samples += Net.size(share.get(step));
            }
            for (int i = 0; i < shares.size(); i++) {
                Map<String, HostTensor> batch = shares.get(i).get(step);
                Program gradients =
                        program.toBuilder().operators(ofTrainer(i, rest)).build();
                losses.get(i).add(add(executor, gradients, batch, scopes.get(i), Net.size(batch) / samples, means));
            }
            float sums = samples / SampleSums.of(program).map(Long::floatValue).orElse(samples);
            means.values().forEach(mean -> scale(mean, sums));
            for (Scope scope : scopes) {
                executor.run(program, optimizer, tensors(means), List.of(), scope);
            }
        }
        scopes.forEach(Scope::close);
        return losses;
    }

    private static void scale(float[] values, float by) {
        for (int i = 0; i < values.length; i++) {
            values[i] *= by;
        }
    }

    /** Trainers drop different numbers of their samples. */
    private static List<Operator> ofTrainer(long trainer, List<Operator> operators) {
        return operators.stream()
                .map(operator -> operator.type() == OpType.DROPOUT ? operator.with("trainer", trainer) : operator)
                .toList();
    }

    /** Rounds as the servers do: Adam makes steps of the same length of gradients that are nothing but rounding. */
    private double add(
            Executor executor,
            Program program,
            Map<String, HostTensor> batch,
            Scope scope,
            float weight,
            Map<String, float[]> means) {
        List<String> fetch = new ArrayList<>();
        program.trainable().forEach(parameter -> fetch.add(Variable.gradientName(parameter.name())));
        fetch.add(net.loss());
        List<HostTensor> fetched = executor.run(program, batch, fetch, scope);
        for (int g = 0; g < fetch.size() - 1; g++) {
            double[] values = fetched.get(g).values();
            float[] mean = means.computeIfAbsent(fetch.get(g), _ -> new float[values.length]);
            for (int i = 0; i < values.length; i++) {
                mean[i] += weight * (float) values[i];
            }
        }
        return fetched.getLast().mean();
    }

    private Map<String, HostTensor> tensors(Map<String, float[]> values) {
        Map<String, HostTensor> tensors = new HashMap<>();
        for (Parameter parameter : net.program().trainable()) {
            String gradient = Variable.gradientName(parameter.name());
            tensors.put(
                    gradient, HostTensor.of(parameter.variable().shape(), values.getOrDefault(gradient, new float[0])));
        }
        return tensors;
    }
}
