package jfab.training.train;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.engine.Device;
import jfab.training.engine.HostTensor;
import jfab.training.engine.StepListener;
import jfab.training.engine.StepPart;
import jfab.training.engine.Tensor;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/**
 * Measures the steps of a training process and has them written down, wherever they are wanted.
 *
 * <p>What lies between two training steps, a test for instance, takes time from neither; what it gave is told with the step
 * before it as {@code test_loss} and so on, a mean over its samples: a step is written when the next one begins, or a checkpoint has it. A trainer of a job writes
 * into a folder of its own, {@code trainer-1}, so that TensorBoard shows each as a run.
 */
final class Metrics implements StepListener, AutoCloseable {
    /**
     * Each of these steps of a process is written; of those behind them one a second, with the means of those since the one before, since
     * fast steps would fill a disk in days.
     */
    static final int EACH = 10_000;

    private static final long THEN = TimeUnit.SECONDS.toNanos(1);

    private final List<Path> folders;
    private final Consumer<String> console;
    private final List<MetricsFile> files = new ArrayList<>();
    private final Map<StepPart, Long> spent = new EnumMap<>(StepPart.class);
    private final Thread training = Thread.currentThread();
    private final LongSupplier clock;
    private long since;
    /** Nanoseconds that belong to the next step: what the script did between a step and the test behind it. */
    private long carried;

    private final Passes passes = new Passes();
    private final RepeatedSteps repeated;
    private long step;
    private final Map<String, Mean> tested = new LinkedHashMap<>();
    /** Of the steps since the last one that was written: that one alone may be of a batch that is unlike others, as the last of a pass is. */
    private final Map<String, Mean> trained = new LinkedHashMap<>();

    private String loss = "";
    /** The last step, which is written when no test can follow it any more. */
    private @Nullable StepMetrics last;

    private boolean pending;
    /** Whether it is to be written also where no test follows. */
    private boolean wanted;
    /** Whether it has a line already. */
    private boolean flushed;

    private long ended;
    private long written;
    /** When the last one that was written had ended. */
    private long writing;

    private @Nullable GpuUse gpu;

    /** Numbers of batches, each with its samples. */
    private record Mean(double sum, long samples) {
        static Mean of(double value, long samples) {
            return new Mean(value * samples, samples);
        }

        Mean and(Mean other) {
            return new Mean(sum + other.sum, samples + other.samples);
        }

        double value() {
            return sum / samples;
        }
    }

    /** @param console is told when they cannot be written */
    Metrics(List<Path> folders, Consumer<String> console) {
        this(folders, console, System::nanoTime);
    }

    /** @param clock in nanoseconds */
    Metrics(List<Path> folders, Consumer<String> console, LongSupplier clock) {
        this.folders = List.copyOf(folders);
        this.console = console;
        this.clock = clock;
        repeated = new RepeatedSteps(clock);
        since = clock.getAsLong();
    }

    @Override
    public void spent(StepPart part, long nanoseconds) {
        // Other threads compute at the same time, and their time passes for this one too.
        if (training.equals(Thread.currentThread())) {
            spent.merge(part, nanoseconds, Long::sum);
        }
    }

    @Override
    public void read(Object reading, long nanoseconds) {
        passes.read(reading);
        spent(StepPart.DATA, nanoseconds);
    }

    /** Steps are computed on {@code device} from now on. */
    void device(Device device) {
        if (!folders.isEmpty() && gpu == null) {
            gpu = GpuUse.of(device, System.getenv()).orElse(null);
        }
    }

    /** A program begins at its top, maybe once more in this process: it counts its steps from there. */
    void begin() {
        write(wanted);
        trained.clear();
        last = null;
        step = 0;
        repeated.close();
        passes.begin();
    }

    /** A step was not made, since a checkpoint has what it gave, as those before {@code position}. */
    void skip(Supplier<RoleSpec> role, long position) {
        step++;
        repeated.made(own(role.get()), step, position);
        passes.step();
        spent.clear();
        carried = 0;
        since = clock.getAsLong();
    }

    /** A run of {@code program} begins. */
    void beginStep(Program program) {
        if (!program.operators(OpType.Phase.BACKWARD).isEmpty()) {
            write(wanted);
        }
    }

    /** Writes the last step, with what a test behind it gave. */
    private void write(boolean due) {
        StepMetrics step = last;
        if (step != null && pending && ((due && !flushed) || !tested.isEmpty())) {
            StepMetrics whole = step.with(values(tested));
            files.forEach(file -> file.write(whole));
            trained.clear();
            written++;
            writing = ended;
        }
        tested.clear();
        pending = false;
    }

    /**
     * A checkpoint is kept of the steps so far, which are not made again if this process is killed: they are written, the last one
     * once more where a test follows.
     */
    void flush() {
        if (pending && wanted) {
            write(true);
            pending = true;
            flushed = true;
        }
        files.forEach(MetricsFile::flush);
    }

    /** A run of {@code program} has ended; {@code role} is asked for when the files are opened. */
    void endStep(
            Supplier<RoleSpec> role,
            Program program,
            Map<String, ? extends Tensor> feed,
            List<String> fetch,
            List<HostTensor> values) {
        if (folders.isEmpty()) {
            return;
        }
        List<Operator> backward = program.operators(OpType.Phase.BACKWARD);
        if (!backward.isEmpty()) {
            write(wanted);
            open(role);
            loss = backward.getFirst().inputs("Loss").getFirst();
            long samples = samples(program, feed);
            for (int i = 0; i < fetch.size(); i++) {
                add(trained, "", program, fetch.get(i), values.get(i), Math.max(1, samples));
            }
            Map<String, Double> numbers = values(trained);
            long now = clock.getAsLong();
            wanted = written < EACH || now - writing >= THEN;
            if (wanted && gpu != null) {
                numbers.putAll(gpu.take());
            }
            last = new StepMetrics(
                    System.currentTimeMillis(), passes.step(), step++, samples, elapsed(), numbers, parts());
            pending = true;
            flushed = false;
            ended = now;
            carried = 0;
        } else if (last != null) {
            if (tested.isEmpty()) {
                long parts = spent.values().stream().mapToLong(Long::longValue).sum();
                carried = Math.max(0, clock.getAsLong() - since - parts);
            }
            test(program, samples(program, feed), fetch, values);
        }
        spent.clear();
        since = clock.getAsLong();
    }

    /** Puts down what one batch of a test gave, where that is a number. */
    private void test(Program program, long samples, List<String> fetch, List<HostTensor> values) {
        for (int i = 0; i < fetch.size() && samples > 0; i++) {
            if (values.get(i).shape().elements() == 1) {
                add(tested, "test_", program, fetch.get(i), values.get(i), samples);
            }
        }
    }

    /** An AUC is that of all samples so far. */
    private void add(
            Map<String, Mean> means, String prefix, Program program, String name, HostTensor value, long samples) {
        means.merge(
                prefix + shown(name),
                Mean.of(value.mean(), samples),
                isAuc(program, name) ? (_, newest) -> newest : Mean::and);
    }

    private static boolean isAuc(Program program, String name) {
        return program.operators().stream()
                .anyMatch(operator ->
                        operator.type() == OpType.AUC && operator.outputs("AUC").contains(name));
    }

    private static Map<String, Double> values(Map<String, Mean> means) {
        Map<String, Double> values = new LinkedHashMap<>();
        means.forEach((name, mean) -> values.put(name, mean.value()));
        return values;
    }

    private void open(Supplier<RoleSpec> role) {
        if (files.isEmpty()) {
            for (Path own : own(role.get())) {
                // One that was killed on its way back to a checkpoint may have left it.
                RepeatedSteps.remove(own);
                files.add(JsonLines.open(own, console));
                files.add(EventFile.open(own, console));
            }
        }
    }

    private List<Path> own(RoleSpec spec) {
        return folders.stream()
                .map(folder -> spec.role() == Role.LOCAL ? folder : folder.resolve("trainer-" + spec.trainerId()))
                .toList();
    }

    private double elapsed() {
        return (clock.getAsLong() - since + carried) / 1e9;
    }

    private Map<StepPart, Double> parts() {
        Map<StepPart, Double> parts = new EnumMap<>(StepPart.class);
        spent.forEach((part, nanoseconds) -> parts.put(part, nanoseconds / 1e6));
        return parts;
    }

    /** The loss under that name, others under the names of their layers: {@code accuracy_0} for {@code accuracy_0.tmp_0}. */
    private String shown(String name) {
        return name.equals(loss) ? "loss" : name.replaceFirst("\\.tmp_\\d+$", "");
    }

    private static long samples(Program program, Map<String, ? extends Tensor> feed) {
        return feed.entrySet().stream()
                .filter(entry -> {
                    Variable variable = program.variable(entry.getKey());
                    Shape declared = variable.shape();
                    // Of sequences the first dimension counts elements.
                    return variable.lengths() == null && declared.rank() > 0 && declared.dimension(0) == Shape.BATCH;
                })
                .mapToLong(entry -> entry.getValue().shape().dimension(0))
                .findFirst()
                .orElse(0);
    }

    @Override
    public void close() {
        write(true);
        files.forEach(MetricsFile::close);
        repeated.close();
        if (gpu != null) {
            gpu.close();
        }
    }
}
