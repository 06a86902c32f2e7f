package jfab.dsl.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfab.data.Digits;
import jfab.data.Housing;
import jfab.data.Reader;
import jfab.data.Sample;
import jfab.engine.Device;
import jfab.program.Builder;
import jfab.program.DataType;
import jfab.program.Initialization;
import jfab.program.Layers;
import jfab.program.Optimizer;
import jfab.program.Program;
import jfab.program.ProgramException;
import jfab.program.Variable;
import jfab.role.Role;
import org.jspecify.annotations.Nullable;

/** The words of one script: layers are recorded in its main program, all else is done at once. */
final class ProgramWords implements TrainingWords {
    private final Builder program = Program.builder();
    private final Layers layers = new Layers(program);
    private final TrainingProcess process;
    private final Flags flags;
    private long seed = 1;

    ProgramWords(TrainingProcess process, Flags flags) {
        this.process = process;
        this.flags = flags;
    }

    long seed() {
        return seed;
    }

    @Override
    public @Nullable Object flag(String name, @Nullable Object preset) {
        return flags.get(name, preset);
    }

    @Override
    public void random_seed(long seed) {
        this.seed = seed;
    }

    @Override
    public Variable data(Map<String, ?> arguments) {
        flags.finish();
        Arguments named = Arguments.of("data", arguments, "name", "shape", "dtype");
        return layers.data(named.text("name"), named.shape("shape"), DataType.parse(named.text("dtype")));
    }

    @Override
    public Variable fc(Map<String, ?> arguments) {
        Arguments named = Arguments.of("fc", arguments, "input", "size", "act");
        return layers.fc(named.variable("input"), named.integer("size"), named.optionalText("act"));
    }

    @Override
    public Variable conv2d(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "conv2d", arguments, "input", "num_filters", "filter_size", "stride", "padding", "act", "param_attr");
        return layers.conv2d(
                named.variable("input"),
                named.integer("num_filters"),
                named.integer("filter_size"),
                named.integer("stride", 1),
                named.integer("padding", 0),
                named.optionalText("act"),
                named.optional("param_attr", Initialization.class));
    }

    @Override
    public Variable pool2d(Map<String, ?> arguments) {
        Arguments named =
                Arguments.of("pool2d", arguments, "input", "pool_size", "pool_type", "pool_stride", "pool_padding");
        String type = named.optionalText("pool_type");
        return layers.pool2d(
                named.variable("input"),
                named.integer("pool_size"),
                type == null ? "max" : type,
                named.integer("pool_stride", 1),
                named.integer("pool_padding", 0));
    }

    @Override
    public Variable simple_img_conv_pool(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "simple_img_conv_pool",
                arguments,
                "input",
                "num_filters",
                "filter_size",
                "pool_size",
                "pool_stride",
                "act",
                "param_attr");
        return layers.simpleImgConvPool(
                named.variable("input"),
                named.integer("num_filters"),
                named.integer("filter_size"),
                named.integer("pool_size"),
                named.integer("pool_stride"),
                named.optionalText("act"),
                named.optional("param_attr", Initialization.class));
    }

    @Override
    public Variable batch_norm(Map<String, ?> arguments) {
        Arguments named = Arguments.of("batch_norm", arguments, "input", "act", "momentum", "epsilon");
        return layers.batchNorm(
                named.variable("input"),
                named.optionalText("act"),
                named.real("momentum", 0.9),
                named.real("epsilon", 1e-5));
    }

    @Override
    public Variable square_error_cost(Map<String, ?> arguments) {
        Arguments named = Arguments.of("square_error_cost", arguments, "input", "label");
        return layers.squareErrorCost(named.variable("input"), named.variable("label"));
    }

    @Override
    public Variable cross_entropy(Map<String, ?> arguments) {
        Arguments named = Arguments.of("cross_entropy", arguments, "input", "label");
        return layers.crossEntropy(named.variable("input"), named.variable("label"));
    }

    @Override
    public Variable accuracy(Map<String, ?> arguments) {
        Arguments named = Arguments.of("accuracy", arguments, "input", "label");
        return layers.accuracy(named.variable("input"), named.variable("label"));
    }

    @Override
    public Variable mean(Map<String, ?> arguments) {
        return layers.mean(Arguments.of("mean", arguments, "x").variable("x"));
    }

    @Override
    public Variable mean(Variable x) {
        return layers.mean(x);
    }

    @Override
    public Initialization Xavier() {
        return Initialization.XAVIER;
    }

    @Override
    public Initialization MSRA() {
        return Initialization.MSRA;
    }

    @Override
    public ScriptOptimizer SGD(Map<String, ?> arguments) {
        double rate = Arguments.of("SGD", arguments, "learning_rate").real("learning_rate");
        return new ScriptOptimizer(program, new Optimizer.Sgd(rate));
    }

    @Override
    public ScriptOptimizer Adam(Map<String, ?> arguments) {
        Arguments named = Arguments.of("Adam", arguments, "learning_rate", "beta1", "beta2", "epsilon");
        return new ScriptOptimizer(
                program,
                new Optimizer.Adam(
                        named.real("learning_rate", 0.001),
                        named.real("beta1", 0.9),
                        named.real("beta2", 0.999),
                        named.real("epsilon", 1e-8)));
    }

    @Override
    public Program default_main_program() {
        return program.build();
    }

    @Override
    public Program default_startup_program() {
        return program.build().startup(seed);
    }

    @Override
    public Device CPUPlace() {
        return new Device.Cpu();
    }

    @Override
    public Device CUDAPlace(int index) {
        return new Device.Cuda(index);
    }

    @Override
    public Reader<Sample> mnist_train(String folder) {
        return Digits.train(Path.of(folder)).reader();
    }

    @Override
    public Reader<Sample> mnist_test(String folder) {
        return Digits.test(Path.of(folder)).reader();
    }

    @Override
    public Reader<Sample> uci_housing_train(String file) {
        return housing(file).train();
    }

    @Override
    public Reader<Sample> uci_housing_test(String file) {
        return housing(file).test();
    }

    @Override
    public <T> Reader<T> shuffle(Reader<T> reader, int size, long seed) {
        return Reader.shuffle(reader, size, seed);
    }

    @Override
    public Reader<List<Sample>> batch(Reader<Sample> reader, int size) {
        return Reader.batch(reader, size);
    }

    @Override
    public Reader<List<Sample>> share(Reader<List<Sample>> batches) {
        // Asked for at the start of a pass, since the servers may number trainers as they join.
        return () -> Reader.share(batches, trainer_id(), trainers()).iterator();
    }

    @Override
    public DataFeeder DataFeeder(Map<String, ?> arguments) {
        Arguments named = Arguments.of("DataFeeder", arguments, "feed_list", "place");
        return new DataFeeder(named.list("feed_list", Variable.class));
    }

    @Override
    public ScriptExecutor Executor(Device place) {
        flags.finish();
        return new ScriptExecutor(process.open(place), process);
    }

    @Override
    public ScriptTranspiler DistributeTranspiler() {
        return new ScriptTranspiler(this, process);
    }

    @Override
    public String training_role() {
        return process.role().role().word();
    }

    @Override
    public int trainer_id() {
        return process.role().trainerId();
    }

    @Override
    public int trainers() {
        return process.role().trainers();
    }

    @Override
    public void save_persistables(ScriptExecutor executor, CharSequence folder, Program program) {
        process.save(Path.of(folder.toString()), program, executor.scope());
    }

    @Override
    public void load_persistables(ScriptExecutor executor, CharSequence folder, Program program) {
        if (process.role().role() != Role.LOCAL) {
            throw new ProgramException(
                    "load_persistables works in local training only: in a job the servers hold the values");
        }
        process.load(Path.of(folder.toString()), program, executor.scope());
    }

    @Override
    public String format(String pattern, @Nullable Object... values) {
        return PythonFormat.format(pattern, values);
    }

    private static Housing housing(String file) {
        Path path = Path.of(file);
        return Housing.read(Files.isDirectory(path) ? path.resolve("housing.data") : path);
    }
}
