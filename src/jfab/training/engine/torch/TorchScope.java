package jfab.training.engine.torch;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jfab.training.engine.EngineException;
import jfab.training.engine.RowTable;
import jfab.training.engine.Scope;
import jfab.training.program.DataType;
import jfab.training.program.Variable;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** Tensors that outlive steps. */
final class TorchScope implements Scope {
    private final DeviceMemory memory;
    private final @Nullable InFlight inFlight;
    private final TorchTables sparse;
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    /** What gradients are taken for: other handles on the same memory. */
    private final Map<String, Tensor> leaves = new HashMap<>();

    /** Those that stay in the host's memory: formulas need them as numbers, and reading one would wait for the device. */
    private final Map<String, Tensor> counters = new LinkedHashMap<>();

    /** What programs for tests count, since the training step {@code testedAfter}. */
    private final Map<String, Tensor> tested = new HashMap<>();

    private long trainingSteps;
    private long testedAfter;

    TorchScope(DeviceMemory memory) {
        this.memory = memory;
        this.sparse = new TorchTables(memory);
        this.inFlight =
                memory.away() ? new InFlight(memory, () -> List.copyOf(counters.values()), this::spoiled) : null;
    }

    /** What the device has been given to do with this scope; null where all is done at once. */
    @Nullable
    InFlight inFlight() {
        return inFlight;
    }

    @Override
    public jfab.training.engine.@Nullable Tensor find(String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            return null;
        }
        if (inFlight != null) {
            inFlight.settle();
        }
        return new TorchTensor(tensor, memoryOf(name));
    }

    @Nullable
    Tensor tensor(String name) {
        return tensors.get(name);
    }

    /** The parameter {@code name} as the leaf that gradients are taken for. */
    Tensor leaf(String name, Step step) {
        Tensor known = leaves.get(name);
        if (known != null) {
            return known;
        }
        Tensor leaf = TorchExecutor.leaf(step.stored(name));
        leaf.retainReference();
        leaves.put(name, leaf);
        return leaf;
    }

    @Override
    public jfab.training.engine.Tensor create(Variable variable) {
        Tensor existing = tensors.get(variable.name());
        if (existing != null) {
            TorchTensor tensor = new TorchTensor(existing, memoryOf(variable.name()));
            if (!tensor.shape().equals(variable.shape()) || tensor.type() != variable.type()) {
                throw new EngineException("'" + variable.name() + "' is "
                        + tensor.type().word() + tensor.shape() + " already and cannot become " + variable);
            }
            return tensor;
        }
        try (var _ = new PointerScope()) {
            boolean counter =
                    variable.type() == DataType.INT64 && variable.shape().elements() == 1;
            DeviceMemory where = counter ? DeviceMemory.HOST : memory;
            Tensor tensor = torch.zeros(variable.shape().toArray(), where.options(TorchTensor.kind(variable.type())));
            // Keeps the tensor past this native scope, and past the step that may be around it.
            tensor.retainReference();
            tensors.put(variable.name(), tensor);
            if (counter) {
                counters.put(variable.name(), tensor);
            }
            return new TorchTensor(tensor, where);
        }
    }

    private DeviceMemory memoryOf(String name) {
        return counters.containsKey(name) ? DeviceMemory.HOST : memory;
    }

    /** The sparse tables of this scope. */
    TorchTables sparse() {
        return sparse;
    }

    @Override
    public @Nullable RowTable table(String name) {
        return sparse.find(name);
    }

    @Override
    public Collection<? extends RowTable> tables() {
        return sparse.all();
    }

    @Override
    public void limitTables(long bytes) {
        sparse.limit(bytes);
    }

    /** Does {@code update}, which changes {@code changed} in place, where no loss has gone wrong. */
    void guard(List<Tensor> changed, Runnable update) {
        if (inFlight == null) {
            update.run();
        } else {
            inFlight.guard(changed, update);
        }
    }

    void countTraining() {
        trainingSteps++;
        if (inFlight != null) {
            inFlight.train(trainingSteps);
        }
    }

    /** A parameter that is NaN or infinite somewhere, of those that gradients are taken for; waits for the device. */
    Optional<String> spoiled() {
        try (var _ = new PointerScope()) {
            return leaves.entrySet().stream()
                    .filter(leaf ->
                            memory.number(torch.isfinite(leaf.getValue()).all().toType(ScalarType.Float)) == 0)
                    .map(Map.Entry::getKey)
                    .min(Comparator.naturalOrder());
        }
    }

    /** How many steps have begun to train what is in here. */
    long trainingSteps() {
        return trainingSteps;
    }

    /** Where a program for tests counts what {@code trained} counts in training; zeros when it is asked for first after a training step. */
    Tensor tested(String name, Tensor trained) {
        if (testedAfter != trainingSteps) {
            tested.values().forEach(Tensor::zero_);
            testedAfter = trainingSteps;
        }
        return tested.computeIfAbsent(name, _ -> {
            Tensor counts = torch.zeros_like(trained);
            counts.retainReference();
            return counts;
        });
    }

    @Override
    public Set<String> names() {
        return Set.copyOf(tensors.keySet());
    }

    @Override
    public void close() {
        try {
            if (inFlight != null) {
                inFlight.close();
            }
        } finally {
            free();
        }
    }

    private void free() {
        leaves.values().forEach(Tensor::releaseReference);
        leaves.clear();
        tested.values().forEach(Tensor::releaseReference);
        tested.clear();
        tensors.values().forEach(Tensor::releaseReference);
        tensors.clear();
        sparse.close();
    }
}
