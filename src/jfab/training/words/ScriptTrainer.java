package jfab.training.words;

import groovy.lang.Closure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.training.engine.Device;
import jfab.training.engine.HostTensor;
import jfab.training.program.ProgramException;
import jfab.training.words.network.Arguments;
import jfab.training.words.network.ScriptOptimizer;
import jfab.training.words.network.ScriptProgram;
import org.jspecify.annotations.Nullable;

/** Fluid's Trainer: passes over the samples in sight of an event handler. */
public final class ScriptTrainer {
    private final TrainingProcess process;
    private final DescribedNetwork network;
    private final TrainedNetwork trained;
    private final @Nullable ScriptCheckpointConfig checkpoints;
    private boolean stopped;

    ScriptTrainer(ScriptProgram script, TrainingProcess process, Map<String, ?> arguments) {
        this.process = process;
        Arguments named = Arguments.of(
                "Trainer",
                arguments,
                "train_func",
                "optimizer_func",
                "optimizer",
                "place",
                "param_path",
                "transpiler_config",
                "checkpoint_config");
        network = DescribedNetwork.of(
                script,
                "train_func",
                named.closure("train_func"),
                loss -> optimizer(named).minimize(loss));
        Device place = named.optional("place", Device.class);
        ScriptTranspilerConfig config = named.optional("transpiler_config", ScriptTranspilerConfig.class);
        checkpoints = named.optional("checkpoint_config", ScriptCheckpointConfig.class);
        if (checkpoints != null) {
            process.checkpoints(checkpoints.folder(), 0, checkpoints.keep());
        }
        trained = new TrainedNetwork(
                network.main(),
                network.test(),
                script.seed(),
                place == null ? new Device.Cpu() : place,
                config == null ? new ScriptTranspilerConfig(Map.of()) : config,
                process);
        String parameters = named.optionalText("param_path");
        if (parameters == null) {
            trained.start();
        } else {
            trained.start(() -> trained.load(Path.of(parameters)));
        }
    }

    /**
     * {@code train(num_epochs: , event_handler: , reader: , feed_order: ['x', 'y'])}: until all epochs are done or {@link #stop} is called.
     * In a parameter server it serves until the trainers have left.
     */
    public void train(Map<String, ?> arguments) {
        Arguments named = Arguments.of("train", arguments, "num_epochs", "event_handler", "reader", "feed_order");
        if (trained.serves()) {
            trained.serve();
            return;
        }
        long epochs = named.integer("num_epochs");
        Closure<?> handler = named.closure("event_handler");
        Iterable<List<?>> reader = named.batches("reader");
        DataFeeder feeder = feeder(named);
        stopped = false;
        for (int epoch = 0; epoch < epochs && !stopped; epoch++) {
            handler.call(new BeginEpochEvent(epoch));
            int step = 0;
            for (List<?> batch : reader) {
                if (stopped) {
                    return;
                }
                step(handler, epoch, step++, feeder.feed(batch));
            }
            if (!stopped) {
                handler.call(new EndEpochEvent(epoch));
            }
        }
    }

    private void step(Closure<?> handler, int epoch, int step, Map<String, HostTensor> feed) {
        BeginStepEvent begin = new BeginStepEvent(epoch, step);
        handler.call(begin);
        if (checkpoints != null && checkpoints.due(epoch, step)) {
            process.checkpoint();
        }
        List<HostTensor> values = trained.train(feed, begin.getFetch_metrics() ? network.fetch() : List.of());
        handler.call(new EndStepEvent(
                epoch, step, values.stream().map(HostTensor::mean).toList()));
    }

    /** {@code test(reader: , feed_order: ['x', 'y'])}: for each output of {@code train_func} its mean over the samples. Fluid gives each batch the same weight, also a last one that is smaller. */
    public List<Double> test(Map<String, ?> arguments) {
        Arguments named = Arguments.of("test", arguments, "reader", "feed_order");
        DataFeeder feeder = feeder(named);
        double[] sums = new double[network.outputs().size()];
        long samples = 0;
        for (List<?> batch : named.batches("reader")) {
            List<HostTensor> values = trained.test(feeder.feed(batch), network.fetch());
            for (int i = 0; i < sums.length; i++) {
                sums[i] += values.get(i).mean() * batch.size();
            }
            samples += batch.size();
        }
        if (samples == 0) {
            throw new ProgramException("test has nothing to test with: its reader has no batch");
        }
        List<Double> means = new ArrayList<>();
        for (double sum : sums) {
            means.add(sum / samples);
        }
        return means;
    }

    /** Ends {@link #train} after the step that is being done; the other trainers of the job go on without this one. */
    public void stop() {
        stopped = true;
    }

    /** Writes the parameters, and what this process keeps beside them, to {@code folder/model.safetensors}. */
    public void save_params(CharSequence folder) {
        trained.save(Path.of(folder.toString()));
    }

    private DataFeeder feeder(Arguments named) {
        List<String> order = named.names("feed_order");
        return new DataFeeder(
                order == null
                        ? TrainedNetwork.fed(network.test())
                        : order.stream().map(network.test()::variable).toList(),
                process.listener());
    }

    private static ScriptOptimizer optimizer(Arguments named) {
        Object given = named.optional("optimizer_func", Object.class);
        if (given == null) {
            given = named.optional("optimizer", Object.class);
        }
        Object optimizer = given instanceof Closure<?> function ? function.call() : given;
        if (!(optimizer instanceof ScriptOptimizer chosen)) {
            throw new ProgramException(
                    "Trainer needs optimizer_func, a function that returns an optimizer such as SGD(learning_rate: 0.001)"
                            + refused(optimizer));
        }
        return chosen;
    }

    private static String refused(@Nullable Object optimizer) {
        return optimizer == null ? "" : ", not " + optimizer;
    }
}
