package jfab.training.words;

import java.util.Map;
import jfab.training.engine.Device;
import jfab.training.program.Program;
import org.jspecify.annotations.Nullable;

/** Words for the process that a script runs in: its flags, its role, its programs and running them. */
public interface ProcessWords {
    /** {@code flag('passes', 1)}: the value after {@code --passes}, of the default's type; read flags before all else. */
    @Nullable
    Object flag(String name, @Nullable Object preset);

    /** Seed of all first values; 1 unless a script sets it before it asks for a startup program. */
    void random_seed(long seed);

    /** The network as described so far. */
    Program default_main_program();

    /** The program that gives its parameters their first values. */
    Program default_startup_program();

    /** The processor. */
    Device CPUPlace();

    /** GPU number {@code index}. */
    Device CUDAPlace(int index);

    /**
     * {@code DataFeeder(feed_list: [img, label])}: turns a batch into what {@code exe.run} is fed; of another program than
     * the main one, {@code DataFeeder(feed_list: ['img'], program: loaded)}.
     */
    DataFeeder DataFeeder(Map<String, ?> arguments);

    /** Runs programs on {@code place}. */
    ScriptExecutor Executor(Device place);

    /** Cuts the program for a job with parameter servers; in a process that trains alone it changes nothing. */
    ScriptTranspiler DistributeTranspiler();

    /** {@code DistributeTranspiler(config: config)}: the same, with the choices of a {@code DistributeTranspilerConfig}. */
    ScriptTranspiler DistributeTranspiler(Map<String, ?> arguments);

    /** Fluid's choices for a job with parameter servers, to be changed by assignment: {@code config.sync_mode = false}. */
    ScriptTranspilerConfig DistributeTranspilerConfig();

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
    ScriptTranspilerConfig DistributeTranspilerConfig(Map<String, ?> arguments);

    /** {@code pserver}, {@code trainer} or {@code local}. */
    String training_role();

    /** This trainer's number, from 0; 0 when local. */
    int trainer_id();

    /** How many trainers the job has; 1 when local. */
    int trainers();

    /** Writes all persistable variables of {@code program} to {@code folder/model.safetensors}. */
    void save_persistables(ScriptExecutor executor, CharSequence folder, Program program);

    /** Reads what {@code save_persistables} wrote; for training alone. */
    void load_persistables(ScriptExecutor executor, CharSequence folder, Program program);

    /** Python's {@code pattern.format(values)}: {@code {0:04}}, {@code {1:2.2}}, {@code {2:.4f}}. */
    String format(String pattern, @Nullable Object... values);
}
