package jfab.training.words;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.training.engine.Device;
import jfab.training.engine.Precision;
import jfab.training.program.OpType;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;
import jfab.training.words.network.Arguments;
import jfab.training.words.network.ScriptProgram;
import org.jspecify.annotations.Nullable;

/** Words for the process that a script runs in: its flags, its role, its programs and running them. */
public final class ProcessWords {
    private final ScriptProgram program;
    private final TrainingProcess process;
    private final Flags flags;

    /** Those that were asked for before there was an optimizer; programs are told apart by who they are. */
    private final Set<Program> untrained = new HashSet<>();

    private @Nullable ScriptTranspiler transpiler;

    ProcessWords(ScriptProgram program, TrainingProcess process, Flags flags) {
        this.program = program;
        this.process = process;
        this.flags = flags;
    }

    /** {@code flag('passes', 1)}: the value after {@code --passes}, of the default's type; read flags before all else. */
    public @Nullable Object flag(String name, @Nullable Object preset) {
        return flags.get(name, preset);
    }

    /** Seed of all first values; 1 unless a script sets it before it asks for a startup program. */
    public void random_seed(long seed) {
        program.seed(seed);
    }

    /**
     * The network as described so far: what is added later is not in it, so that one that was asked for before {@code minimize} trains
     * nothing, and is refused by {@code exe.run} once there is an optimizer; {@code cloneForTest()} of it is for tests.
     */
    public Program default_main_program() {
        Program main = program.main();
        if (main.operators(OpType.Phase.BACKWARD).isEmpty()) {
            untrained.add(main);
        }
        return main;
    }

    private void checkTrains(Program run) {
        if (untrained.contains(run)
                && !program.main().operators(OpType.Phase.BACKWARD).isEmpty()) {
            throw new ProgramException("this is the network as it was before minimize, and running it trains nothing;"
                    + " call default_main_program() behind minimize, or cloneForTest() for a test");
        }
    }

    /** The program that gives its parameters their first values; behind {@code transpile}, that of this process of the job. */
    public Program default_startup_program() {
        ScriptTranspiler cut = transpiler;
        return cut == null ? program.startup() : cut.get_startup_program();
    }

    /** The processor. */
    public Device CPUPlace() {
        return new Device.Cpu();
    }

    /** GPU number {@code index}. */
    public Device CUDAPlace(int index) {
        return new Device.Cuda(index);
    }

    /**
     * {@code CUDAPlace(0, precision: 'bf16')}: products and convolutions in tensor cores, with 8 bits of mantissa, or with {@code 'tf32'}
     * 11; without it, or with {@code 'float32'}, all 24.
     */
    public Device CUDAPlace(Map<String, ?> arguments, int index) {
        String word = Arguments.of("CUDAPlace", arguments, "precision").text("precision", Precision.FLOAT32.word());
        return new Device.Cuda(
                index,
                Precision.of(word)
                        .orElseThrow(() -> new ProgramException(
                                "CUDAPlace needs precision, float32, tf32 or bf16, not '" + word + "'")));
    }

    /**
     * {@code DataFeeder(feed_list: [img, label])}: turns a batch into what {@code exe.run} is fed; of another program than
     * the main one, {@code DataFeeder(feed_list: ['img'], program: loaded)}.
     */
    public DataFeeder DataFeeder(Map<String, ?> arguments) {
        Arguments named = Arguments.of("DataFeeder", arguments, "feed_list", "place", "program");
        Program known = program(named, "program");
        List<Variable> fed = named.list("feed_list", Object.class).stream()
                .map(element -> element instanceof Variable variable ? variable : known.variable(element.toString()))
                .toList();
        return new DataFeeder(fed, process.listener());
    }

    /** Runs programs on {@code place}. */
    public ScriptExecutor Executor(Device place) {
        flags.finish();
        return new ScriptExecutor(process.open(place), process, this::checkTrains);
    }

    /** Cuts the program for a job with parameter servers; in a process that trains alone it changes nothing. */
    public ScriptTranspiler DistributeTranspiler() {
        return DistributeTranspiler(Map.of());
    }

    /** {@code DistributeTranspiler(config: config)}: the same, with the choices of a {@code DistributeTranspilerConfig}. */
    public ScriptTranspiler DistributeTranspiler(Map<String, ?> arguments) {
        ScriptTranspilerConfig config = Arguments.of("DistributeTranspiler", arguments, "config")
                .optional("config", ScriptTranspilerConfig.class);
        ScriptTranspiler made =
                new ScriptTranspiler(program, process, config == null ? DistributeTranspilerConfig() : config);
        transpiler = made;
        return made;
    }

    /** Fluid's choices for a job with parameter servers, to be changed by assignment: {@code config.sync_mode = false}. */
    public ScriptTranspilerConfig DistributeTranspilerConfig() {
        return DistributeTranspilerConfig(Map.of());
    }

    /**
     * The choices for a job with parameter servers, which must be the same in all its processes.
     *
     * @param arguments {@code slice_var_up} (true): cut large parameters; {@code min_block_size} (8192 elements, no less);
     *     {@code split_method} ({@code 'RoundRobin'} or {@code 'HashName'}); {@code sync_mode} (true): every step takes the
     *     mean over all trainers; without it every gradient changes the parameters as it comes, and at most one of these
     *     may be given: {@code enable_dc_asgd: true} corrects late gradients, as strongly as {@code dc_asgd_lambda} (1)
     *     says; {@code staleness}: nobody gets more than so many steps ahead of the slowest;
     *     {@code async_lagged_grad_discard_ratio}: v1's, drops gradients that lag this many times the number of trainers
     *     (if not above {@code async_lagged_ratio_min}, 1.0, then {@code async_lagged_ratio_default}, 1.5); {@code fp16}
     *     (false): numbers travel with 16 bits; {@code top_k} (0, all): the share of each gradient that is pushed at once,
     *     to 0.5; what a push leaves out is added to the next one
     */
    public ScriptTranspilerConfig DistributeTranspilerConfig(Map<String, ?> arguments) {
        return new ScriptTranspilerConfig(arguments);
    }

    /** {@code pserver}, {@code trainer} or {@code local}. */
    public String training_role() {
        return process.role().role().word();
    }

    /** This trainer's number, from 0; 0 when local. */
    public int trainer_id() {
        return process.role().trainerId();
    }

    /** How many trainers the job has; 1 when local. */
    public int trainers() {
        return process.role().trainers();
    }

    /** Writes all persistable variables of the main program, or of another one, to {@code dirname/model.safetensors}. */
    public void save_persistables(ScriptExecutor executor, CharSequence dirname) {
        save_persistables(executor, dirname, program.main());
    }

    /** As above, of another program than the main one. */
    public void save_persistables(ScriptExecutor executor, CharSequence dirname, Program main_program) {
        process.save(Path.of(dirname.toString()), main_program, executor.scope());
    }

    /** {@code save_persistables(executor:, dirname:, main_program:)}. */
    public void save_persistables(Map<String, ?> arguments) {
        Arguments named = Arguments.of("save_persistables", arguments, "executor", "dirname", "main_program");
        save_persistables(
                named.object("executor", ScriptExecutor.class), named.text("dirname"), program(named, "main_program"));
    }

    /** Reads what {@code save_persistables} wrote; for training alone. */
    public void load_persistables(ScriptExecutor executor, CharSequence dirname) {
        load_persistables(executor, dirname, program.main());
    }

    /** As above, of another program than the main one. */
    public void load_persistables(ScriptExecutor executor, CharSequence dirname, Program main_program) {
        LocalOnlyException.check("load_persistables", process.role());
        process.load(Path.of(dirname.toString()), main_program, executor.scope());
    }

    /** {@code load_persistables(executor:, dirname:, main_program:)}. */
    public void load_persistables(Map<String, ?> arguments) {
        Arguments named = Arguments.of("load_persistables", arguments, "executor", "dirname", "main_program");
        load_persistables(
                named.object("executor", ScriptExecutor.class), named.text("dirname"), program(named, "main_program"));
    }

    /** The program that is named, or the main one. */
    private Program program(Arguments named, String name) {
        Program chosen = named.optional(name, Program.class);
        return chosen == null ? program.main() : chosen;
    }

    /**
     * Python's {@code pattern.format(values)}: {@code {}} or {@code {0}} for a value, behind a colon how it is written, as
     * {@code {0:04}}, {@code {1:2.2}}, {@code {2:+.4f}} or {@code {3:>12,}}.
     *
     * <p>That is {@code [[fill]align][sign][0][width][,][.precision][type]}, with d x o b for whole numbers, e f g % for all numbers and s
     * for text; what else stands there, or Python refuses for the value, ends the program. A doubled brace is printed as one. Booleans,
     * lists and null are printed as True, [0.1, 'a'] and None; with something behind the colon a boolean is 1 or 0.
     */
    public String format(String pattern, @Nullable Object... values) {
        return PythonFormat.format(pattern, values);
    }
}
