package jfab.training.train.v1;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jfab.JfabException;
import jfab.training.engine.Device;
import jfab.training.engine.EngineException;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.program.OpType;
import jfab.training.program.OpType.Phase;
import jfab.training.words.DataFeeder;
import jfab.training.words.FlagException;
import jfab.training.words.TrainedNetwork;
import jfab.training.words.TrainingProcess;

/**
 * The threads of {@code --trainer_count}: each computes the gradients of its part of a batch, and their mean over all samples is applied
 * once.
 *
 * <p>A batch of fewer samples than threads leaves threads without work. {@code batch_norm} has statistics per thread; those of the first
 * are kept.
 */
final class TrainerThreads implements AutoCloseable {
    private final TrainingProcess process;
    private final TrainedNetwork network;
    private final Gradients gradients;
    private final List<Replica> replicas = new ArrayList<>();
    private final ExecutorService threads;

    TrainerThreads(int count, TrainingProcess process, TrainedNetwork network, Device place) {
        if (count < 1) {
            throw new FlagException("--trainer_count must be 1 or more, not " + count);
        }
        if (count > 1
                && !network.program()
                        .operators(Phase.BACKWARD)
                        .getFirst()
                        .type()
                        .equals(OpType.BACKWARD)) {
            throw new FlagException(
                    "--trainer_count above 1 is for trainers with parameter servers; start more trainers that average with each other");
        }
        this.process = process;
        this.network = network;
        gradients = Gradients.of(network);
        for (int i = 1; i < count; i++) {
            replicas.add(Replica.open(process, network, place));
        }
        threads = Executors.newFixedThreadPool(
                Math.max(1, count - 1),
                Thread.ofPlatform().daemon().name("trainer-", 1).factory());
    }

    /** One step on {@code samples}; gives the values of {@code fetch}, numbers as means over the samples. */
    List<HostTensor> train(List<Object> samples, DataFeeder feeder, List<String> fetch) {
        Map<String, HostTensor> feed = feeder.feed(samples);
        if (replicas.isEmpty() || samples.isEmpty()) {
            return network.train(feed, fetch);
        }
        process.beginStep(network.program(), network.scope());
        List<String> wanted = new ArrayList<>(fetch);
        wanted.addAll(gradients.names());
        List<HostTensor> means = compute(samples, feeder, wanted);
        Map<String, Tensor> applied = new HashMap<>(feed);
        for (int i = 0; i < gradients.names().size(); i++) {
            applied.put(gradients.names().get(i), means.get(fetch.size() + i));
        }
        network.engine().run(gradients.apply(), applied, List.of(), network.scope());
        List<HostTensor> values = means.subList(0, fetch.size());
        process.endStep(network.program(), feed, fetch, values);
        return values;
    }

    private List<HostTensor> compute(List<Object> samples, DataFeeder feeder, List<String> wanted) {
        List<List<Object>> parts = parts(samples, replicas.size() + 1);
        WeightedMeans means = new WeightedMeans();
        List<Future<List<HostTensor>>> others = new ArrayList<>();
        for (int i = 1; i < parts.size(); i++) {
            Replica replica = replicas.get(i - 1);
            Map<String, HostTensor> feed = feeder.feed(parts.get(i));
            replica.update(network);
            others.add(threads.submit(() -> replica.run(gradients.compute(), feed, wanted)));
        }
        means.add(
                network.engine().run(gradients.compute(), feeder.feed(parts.getFirst()), wanted, network.scope()),
                parts.getFirst().size());
        for (int i = 1; i < parts.size(); i++) {
            means.add(await(others.get(i - 1)), parts.get(i).size());
        }
        return means.values();
    }

    /** At most {@code count} runs of samples, none of them empty, of sizes that differ by one at most. */
    static List<List<Object>> parts(List<Object> samples, int count) {
        int parts = Math.min(count, samples.size());
        List<List<Object>> all = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            all.add(samples.subList(samples.size() * i / parts, samples.size() * (i + 1) / parts));
        }
        return all;
    }

    private static List<HostTensor> await(Future<List<HostTensor>> result) {
        try {
            return result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException("training was interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof JfabException failure) {
                throw failure;
            }
            throw new EngineException("a thread of --trainer_count failed: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
