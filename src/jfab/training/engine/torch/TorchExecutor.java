package jfab.training.engine.torch;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jfab.JfabException;
import jfab.training.engine.Device;
import jfab.training.engine.EngineException;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Scope;
import jfab.training.engine.StepListener;
import jfab.training.engine.StepPart;
import jfab.training.program.Block;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** Runs each operator's kernel in order; all memory of a run is freed at its end. */
final class TorchExecutor implements Executor {
    private static final Shape ONE = Shape.of(1);
    /** A script runs a few programs over and over; one that makes new ones does not fill the memory. */
    private static final int MOST_BLOCKS = 64;

    private final Device device;
    private final ParameterExchange exchange;
    private final @Nullable AllReduceGroup group;
    private final long tableMemory;
    private final StepListener listener;
    private final DeviceMemory memory;
    private final @Nullable HostMirror mirror;
    private final IdentityHashMap<Block, Trained> trainedBy = new IdentityHashMap<>();

    /**
     * @param memory of {@code device}
     */
    TorchExecutor(
            Device device,
            DeviceMemory memory,
            ParameterExchange exchange,
            @Nullable AllReduceGroup group,
            long tableMemory,
            StepListener listener) {
        this.group = group;
        this.device = device;
        this.exchange = exchange;
        this.tableMemory = tableMemory;
        this.listener = listener;
        this.memory = memory;
        this.mirror = memory.away() ? new HostMirror(memory) : null;
        if (group != null) {
            group.computeIn(memory);
        }
    }

    @Override
    public Device device() {
        return device;
    }

    ParameterExchange exchange() {
        return exchange;
    }

    DeviceMemory memory() {
        return memory;
    }

    /** Through which others see this executor's tensors; null where they can see them themselves. */
    @Nullable
    HostMirror mirror() {
        return mirror;
    }

    /** The other trainers; an error where this process has none. */
    AllReduceGroup group() {
        if (group == null) {
            throw new EngineException("this program averages gradients over trainers, and this process has no others");
        }
        return group;
    }

    /** Whether this process has others to average gradients with, without servers. */
    boolean averages() {
        return group != null;
    }

    @Override
    public Scope newScope() {
        TorchScope scope = new TorchScope(memory);
        scope.limitTables(tableMemory);
        return scope;
    }

    @Override
    public List<HostTensor> run(
            Program program, Map<String, ? extends jfab.training.engine.Tensor> feed, List<String> fetch, Scope scope) {
        return run(program, program.blocks().getFirst(), feed, fetch, scope);
    }

    @Override
    public List<HostTensor> run(
            Program program,
            Block block,
            Map<String, ? extends jfab.training.engine.Tensor> feed,
            List<String> fetch,
            Scope scope) {
        if (!(scope instanceof TorchScope own)) {
            throw new EngineException("this executor runs in scopes of its own; make one with newScope()");
        }
        try (var _ = new PointerScope()) {
            Trained trained = trained(block);
            long samples = FedSamples.count(program, feed);
            if (samples == 0 && group == null && exchange.alone()) {
                throw new EngineException(
                        "an empty batch was fed, and nothing can be computed from no samples; leave it out");
            }
            Step step = new Step(
                    program,
                    this,
                    own,
                    feed,
                    samples,
                    trained.losses(),
                    name -> trained.products().contains(name) && !fetch.contains(name));
            memory.enter();
            InFlight inFlight = own.inFlight();
            if (inFlight != null) {
                inFlight.begin();
            }
            if (trained.any()) {
                own.countTraining();
            }
            feed.forEach((name, value) -> check(program.variable(name), value));
            HostMirror.bring(feed, memory).forEach(step::put);
            for (String name : trained.dense()) {
                step.put(name, group == null ? own.leaf(name, step) : group.leaf(name, step));
            }
            runAll(trained.neighbours(), step);
            step.end();
            if (inFlight == null) {
                return fetch.stream().map(name -> fetched(step.value(name))).toList();
            }
            List<HostTensor> fetched = fetch.stream()
                    .map(name -> inFlight.fetch(shaped(step.value(name))))
                    .toList();
            inFlight.end();
            return fetched;
        }
    }

    private void runAll(List<List<Operator>> neighbours, Step step) {
        long since = System.nanoTime();
        int done = 0;
        try {
            while (done < neighbours.size()) {
                OpType type = neighbours.get(done).getFirst().type();
                done += run(neighbours.get(done), step);
                if (done == neighbours.size()
                        || !oneTime(type, neighbours.get(done).getFirst().type())) {
                    long now = System.nanoTime();
                    tell(type, now - since);
                    since = now;
                }
            }
        } finally {
            if (done < neighbours.size()) {
                exchange.letGo();
            }
        }
    }

    /** Whether the times of both are told as one. */
    private static boolean oneTime(OpType type, OpType next) {
        return type != OpType.RECV && next != OpType.RECV && StepPart.of(type) == StepPart.of(next);
    }

    private void tell(OpType type, long nanoseconds) {
        long waited = type == OpType.RECV ? Math.min(nanoseconds, exchange.waited()) : 0;
        if (waited > 0) {
            listener.spent(StepPart.WAIT, waited);
        }
        listener.spent(StepPart.of(type), nanoseconds - waited);
    }

    /** Runs the first of {@code operators}, with those after it that can be done together with it, and gives their number. */
    private static int run(List<Operator> operators, Step step) {
        Operator operator = operators.getFirst();
        try {
            if (step.isEmpty() && EmptyBatch.skips(operator, step)) {
                EmptyBatch.fill(operator, step);
                return 1;
            }
            int together = together(operator, operators, step);
            if (together == 0) {
                Kernel.of(operator.type()).run(operator, step);
                together = 1;
            }
            step.ran(operator);
            return together;
        } catch (JfabException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new EngineException(operator + " failed: " + EngineException.firstLine(e), e);
        }
    }

    private static int together(Operator first, List<Operator> operators, Step step) {
        return switch (first.type()) {
            case MUL -> operators.size() == 1 ? 0 : FusedAffine.run(first, operators.get(1), step);
            case SQUARE_ERROR_COST ->
                operators.size() == 1 ? 0 : LossKernels.meanSquaredError(first, operators.get(1), step);
            default -> FusedUpdates.run(operators, step);
        };
    }

    private static void check(Variable variable, jfab.training.engine.Tensor value) {
        if (!variable.shape().accepts(value.shape()) || value.type() != variable.type()) {
            throw new ProgramException(
                    "'" + variable.name() + "' was fed " + value.type().word() + value.shape() + " and is declared "
                            + variable.type().word() + variable.shape());
        }
    }

    private static HostTensor fetched(Tensor value) {
        // Most of what is fetched is one number, and this is the short way to it.
        boolean one = value.dim() <= 1 && value.numel() == 1;
        return one && value.scalar_type().intern() == ScalarType.Float
                ? HostTensor.of(ONE, value.item_float())
                : new TorchTensor(shaped(value), DeviceMemory.HOST).toHost();
    }

    private static Tensor shaped(Tensor value) {
        return (value.dim() == 0 ? value.reshape(1) : value).detach().contiguous();
    }

    private Trained trained(Block block) {
        if (trainedBy.size() > MOST_BLOCKS) {
            trainedBy.clear();
        }
        return trainedBy.computeIfAbsent(block, Trained::by);
    }

    /** The same memory under a handle that gradients stop at; the stored tensor itself stays plain, so that optimizers may change it. */
    static Tensor leaf(Tensor stored) {
        return stored.detach().set_requires_grad(true);
    }
}
