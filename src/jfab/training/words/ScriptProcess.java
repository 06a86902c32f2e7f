package jfab.training.words;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfab.role.Role;
import jfab.training.engine.Device;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/** What a script asks of the process around it. */
final class ScriptProcess implements ProcessWords {
    private final ScriptProgram program;
    private final TrainingProcess process;
    private final Flags flags;

    ScriptProcess(ScriptProgram program, TrainingProcess process, Flags flags) {
        this.program = program;
        this.process = process;
        this.flags = flags;
    }

    @Override
    public @Nullable Object flag(String name, @Nullable Object preset) {
        return flags.get(name, preset);
    }

    @Override
    public void random_seed(long seed) {
        program.seed(seed);
    }

    @Override
    public Program default_main_program() {
        return program.main();
    }

    @Override
    public Program default_startup_program() {
        return program.startup();
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
    public DataFeeder DataFeeder(Map<String, ?> arguments) {
        Arguments named = Arguments.of("DataFeeder", arguments, "feed_list", "place", "program");
        Program chosen = named.optional("program", Program.class);
        Program known = chosen == null ? program.main() : chosen;
        List<Variable> fed = named.list("feed_list", Object.class).stream()
                .map(element -> element instanceof Variable variable ? variable : known.variable(element.toString()))
                .toList();
        return new DataFeeder(fed, process.listener());
    }

    @Override
    public ScriptExecutor Executor(Device place) {
        flags.finish();
        return new ScriptExecutor(process.open(place), process);
    }

    @Override
    public ScriptTranspiler DistributeTranspiler() {
        return DistributeTranspiler(Map.of());
    }

    @Override
    public ScriptTranspiler DistributeTranspiler(Map<String, ?> arguments) {
        ScriptTranspilerConfig config = Arguments.of("DistributeTranspiler", arguments, "config")
                .optional("config", ScriptTranspilerConfig.class);
        return new ScriptTranspiler(program, process, config == null ? DistributeTranspilerConfig() : config);
    }

    @Override
    public ScriptTranspilerConfig DistributeTranspilerConfig() {
        return DistributeTranspilerConfig(Map.of());
    }

    @Override
    public ScriptTranspilerConfig DistributeTranspilerConfig(Map<String, ?> arguments) {
        return new ScriptTranspilerConfig(arguments);
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
}
