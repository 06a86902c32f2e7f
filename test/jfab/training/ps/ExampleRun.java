package jfab.training.ps;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jfab.role.RoleSpec;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.StepListener;
import jfab.training.engine.Tensor;
import jfab.training.engine.torch.Torch;
import jfab.training.program.Block;
import jfab.training.program.OpType;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.words.TrainingProcess;

/**
 * An example that is run up to its first training steps, which are written down in place of being done: its network and what
 * one of several trainers feeds it.
 */
final class ExampleRun implements Executor {
    /** Unwinds the script when there are steps enough. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final Executor engine = Torch.open(new Device.Cpu(), ParameterExchange.none());
    private final List<Map<String, HostTensor>> batches = new ArrayList<>();
    private final RoleSpec role;
    private final int steps;
    private Program network = Program.builder().build();

    private ExampleRun(RoleSpec role, int steps) {
        this.role = role;
        this.steps = steps;
    }

    /** Runs {@code example} as {@code role}. */
    static ExampleRun of(RoleSpec role, int steps, Consumer<TrainingProcess> example) {
        ExampleRun run = new ExampleRun(role, steps);
        try {
            example.accept(run.process());
        } catch (RuntimeException e) {
            if (run.batches.size() < steps) {
                throw e;
            }
        }
        return run;
    }

    /** The network that was to be trained. */
    Net net() {
        String loss = network.operators(OpType.Phase.BACKWARD)
                .getFirst()
                .inputs("Loss")
                .getFirst();
        return new Net(network, loss, Map.of());
    }

    /** What it was fed in each step. */
    List<Map<String, HostTensor>> batches() {
        return batches;
    }

    @Override
    public List<HostTensor> run(Program program, Map<String, ? extends Tensor> feed, List<String> fetch, Scope scope) {
        if (!program.operators(OpType.Phase.BACKWARD).isEmpty()) {
            network = program;
            batches.add(Map.copyOf(hosted(feed)));
            if (batches.size() == steps) {
                throw new Enough();
            }
        }
        return fetch.stream().map(_ -> HostTensor.of(Shape.of(1), 0f)).toList();
    }

    private static Map<String, HostTensor> hosted(Map<String, ? extends Tensor> feed) {
        Map<String, HostTensor> tensors = new HashMap<>();
        feed.forEach((name, tensor) -> tensors.put(name, (HostTensor) tensor));
        return tensors;
    }

    @Override
    public List<HostTensor> run(
            Program program, Block block, Map<String, ? extends Tensor> feed, List<String> fetch, Scope scope) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Device device() {
        return engine.device();
    }

    @Override
    public Scope newScope() {
        return engine.newScope();
    }

    /** A process that answers what a script needs to describe its network and to run its steps; all else does nothing. */
    private TrainingProcess process() {
        return (TrainingProcess) Proxy.newProxyInstance(
                TrainingProcess.class.getClassLoader(),
                new Class<?>[] {TrainingProcess.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "role" -> role;
                    case "open" -> this;
                    case "listener" -> StepListener.none();
                    case "scope", "newScope" -> ((Executor) arguments[0]).newScope();
                    default -> null;
                });
    }
}
