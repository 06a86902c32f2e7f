package jfab.ps;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.engine.Device;
import jfab.engine.Executor;
import jfab.engine.HostTensor;
import jfab.engine.ParameterExchange;
import jfab.engine.Scope;
import jfab.engine.torch.Torch;
import jfab.program.Block;
import jfab.program.OpType;
import jfab.program.Operator;
import jfab.program.Parameter;
import jfab.program.Program;
import jfab.program.Variable;

/** One process that takes several shares of a batch in turn, averages their gradients by samples and optimizes once. */
record AveragedSteps(Net net) {
    private static final long SEED = 7;
    private static final Set<OpType.Phase> UPDATE =
            EnumSet.of(OpType.Phase.CLIP, OpType.Phase.SCHEDULE, OpType.Phase.OPTIMIZE);

    List<List<Double>> train(List<List<Map<String, HostTensor>>> shares) {
        Program program = net.program();
        Block optimizer = new Block(program.operators().stream()
                .filter(operator -> UPDATE.contains(operator.type().phase()))
                .toList());
        List<Operator> rest = program.operators().stream()
                .filter(operator -> !UPDATE.contains(operator.type().phase()))
                .toList();
        Program gradients = program.toBuilder().operators(rest).build();
        Executor executor = Torch.open(new Device.Cpu(), ParameterExchange.none());
        List<Scope> scopes = new ArrayList<>();
        List<List<Double>> losses = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            scopes.add(executor.newScope());
            executor.run(program.startup(SEED), Map.of(), List.of(), scopes.get(i));
            losses.add(new ArrayList<>());
        }
        for (int step = 0; step < shares.getFirst().size(); step++) {
            Map<String, double[]> sums = new HashMap<>();
            double samples = 0;
            for (int i = 0; i < shares.size(); i++) {
                Map<String, HostTensor> batch = shares.get(i).get(step);
                losses.get(i).add(add(executor, gradients, batch, scopes.get(i), sums));
                samples += Net.size(batch);
            }
            Map<String, HostTensor> means = means(sums, samples);
            for (Scope scope : scopes) {
                executor.run(program, optimizer, means, List.of(), scope);
            }
        }
        scopes.forEach(Scope::close);
        return losses;
    }

    private double add(
            Executor executor,
            Program program,
            Map<String, HostTensor> batch,
            Scope scope,
            Map<String, double[]> sums) {
        List<String> fetch = new ArrayList<>();
        program.trainable().forEach(parameter -> fetch.add(Variable.gradientName(parameter.name())));
        fetch.add(net.loss());
        List<HostTensor> fetched = executor.run(program, batch, fetch, scope);
        for (int g = 0; g < fetch.size() - 1; g++) {
            double[] values = fetched.get(g).values();
            double[] sum = sums.computeIfAbsent(fetch.get(g), _ -> new double[values.length]);
            for (int i = 0; i < values.length; i++) {
                sum[i] += values[i] * Net.size(batch);
            }
        }
        return fetched.getLast().mean();
    }

    private Map<String, HostTensor> means(Map<String, double[]> sums, double samples) {
        Map<String, HostTensor> means = new HashMap<>();
        for (Parameter parameter : net.program().trainable()) {
            String gradient = Variable.gradientName(parameter.name());
            double[] sum = sums.getOrDefault(gradient, new double[0]);
            float[] mean = new float[sum.length];
            for (int i = 0; i < sum.length; i++) {
                mean[i] = (float) (sum[i] / samples);
            }
            means.put(gradient, HostTensor.of(parameter.variable().shape(), mean));
        }
        return means;
    }
}
