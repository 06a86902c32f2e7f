package jfab.training.words;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.role.Role;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Scope;
import jfab.training.engine.Tensor;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.Variable;
import jfab.training.words.network.ScriptProgram;

/** A network with its optimizer in one process: alone it trains, in a job it trains its share or serves. */
public final class TrainedNetwork {
    /** What a startup program does with the other processes of the job. */
    private static final Set<OpType> EXCHANGES = Set.of(OpType.SEND, OpType.RECV, OpType.BROADCAST);

    private final TrainingProcess process;
    private final Program test;
    private final long seed;
    private final ScriptTranspiler programs;
    private final ScriptExecutor executor;

    /**
     * Opens {@code place}; a server computes on the processor wherever its trainers do.
     *
     * @param main with the operators of an optimizer
     * @param test the same without them
     * @param config how a job cuts the program and adds up gradients
     */
    public TrainedNetwork(
            Program main,
            Program test,
            long seed,
            Device place,
            ScriptTranspilerConfig config,
            TrainingProcess process) {
        this.process = process;
        this.test = test;
        this.seed = seed;
        programs = new ScriptTranspiler(new ScriptProgram(main, seed), process, config);
        // Alone, there is nothing to cut, and a network that is only tested has no optimizer.
        if (process.role().role() != Role.LOCAL) {
            programs.transpile();
        }
        executor = new ScriptExecutor(process.open(serves() ? new Device.Cpu() : place), process);
    }

    /** Whether this process is a parameter server, which does {@link #start} and {@link #serve} only. */
    public boolean serves() {
        return process.role().role() == Role.PSERVER;
    }

    /** Gives the parameters their first values; in a job all trainers have trainer 0's then. */
    public void start() {
        executor.run(programs.get_startup_program());
    }

    /** As {@link #start()}, but {@code values} gives the parameters of {@link #program} their values. */
    public void start(Runnable values) {
        if (serves()) {
            start();
            return;
        }
        executor.run(program().startup(seed));
        values.run();
        Program startup = programs.get_startup_program();
        List<Operator> exchange = startup.operators().stream()
                .filter(operator -> EXCHANGES.contains(operator.type()))
                .toList();
        if (!exchange.isEmpty()) {
            executor.run(startup.toBuilder().operators(exchange).build());
        }
    }

    /** Serves until the trainers have left. */
    public void serve() {
        executor.run(programs.get_pserver_program());
    }

    /** One step of training; gives the values of the variables in {@code fetch}. */
    public List<HostTensor> train(Map<String, ? extends Tensor> feed, List<String> fetch) {
        return executor.run(program(), feed, fetch);
    }

    /** The values of the variables in {@code fetch}, computed without training. */
    public List<HostTensor> test(Map<String, ? extends Tensor> feed, List<String> fetch) {
        return executor.run(test, feed, fetch);
    }

    /** The network without its optimizer. */
    public Program network() {
        return test;
    }

    /** Where the parameters are. */
    public Scope scope() {
        return executor.scope();
    }

    /** What runs the programs, without telling the process of it. */
    public Executor engine() {
        return executor.engine();
    }

    /** What this process runs each step. */
    public Program program() {
        return programs.get_trainer_program();
    }

    /** Writes what {@code program} keeps from step to step. */
    public void save(Path folder) {
        process.save(folder, program(), executor.scope());
    }

    /** Reads the parameters, without what an optimizer keeps beside them. */
    public void load(Path folder) {
        process.load(folder, test, executor.scope());
    }

    /** The variables of a step that are fed: those that no operator computes, in order of declaration. */
    public static List<Variable> fed(Program program) {
        List<String> computed = program.operators().stream()
                .flatMap(operator -> operator.outputs().values().stream())
                .flatMap(List::stream)
                .toList();
        // The lengths of sequences are fed along with them.
        Set<String> lengths = program.variables().stream()
                .flatMap(variable -> Stream.ofNullable(variable.lengths()))
                .collect(Collectors.toSet());
        return program.variables().stream()
                .filter(variable -> !variable.persistable()
                        && !computed.contains(variable.name())
                        && !lengths.contains(variable.name()))
                .toList();
    }
}
