package jfab.training.engine.torch;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import jfab.training.engine.EngineException;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Precision;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** The values of one run of a block: temporaries here, persistables in the scope. What kernels read and write. */
final class Step {
    private final Program program;
    private final TorchExecutor executor;
    private final TorchScope scope;
    private final long samples;
    private long counted;
    private final Map<String, Tensor> values = new HashMap<>();
    private final Map<String, Part> parts = new HashMap<>();
    private final Set<String> bare = new HashSet<>();
    private final Map<String, ? extends jfab.training.engine.Tensor> fed;
    private final List<String> losses;
    private boolean changed;
    private final List<Runnable> endings = new ArrayList<>();
    private final Map<String, Supplier<Tensor>> later = new HashMap<>();
    private final Map<String, Double> numbers = new HashMap<>();
    private final TouchedTables touched;
    private final Predicate<String> passing;

    /** One of several values that were computed together. */
    private record Part(Tensors of, int index) {}

    /**
     * A run that begins.
     *
     * @param fed what is on the host as well
     * @param losses what gradients are taken of, in their order
     * @param passing whether a value is read by the next operator, and by nobody else
     */
    Step(
            Program program,
            TorchExecutor executor,
            TorchScope scope,
            Map<String, ? extends jfab.training.engine.Tensor> fed,
            long samples,
            List<String> losses,
            Predicate<String> passing) {
        this.fed = fed;
        this.losses = new ArrayList<>(losses);
        this.passing = passing;
        this.program = program;
        this.executor = executor;
        this.scope = scope;
        this.samples = samples;
        counted = samples;
        this.touched = new TouchedTables(scope.sparse());
        fed.forEach((name, value) -> {
            if (value.shape().rank() == 0) {
                bare.add(name);
            }
        });
    }

    /** The sparse tables that this step works on. */
    TouchedTables touched() {
        return touched;
    }

    Program program() {
        return program;
    }

    TorchExecutor executor() {
        return executor;
    }

    ParameterExchange exchange() {
        return executor.exchange();
    }

    /** Where this executor computes. */
    DeviceMemory memory() {
        return executor.memory();
    }

    /** What products take in place of {@code numbers}. */
    Tensor precise(Tensor numbers) {
        return memory().precision() == Precision.BF16 ? numbers.to(ScalarType.BFloat16) : numbers;
    }

    /** A product as everything else takes it. */
    Tensor precisely(Tensor product) {
        return memory().precision() == Precision.BF16 ? product.to(ScalarType.Float) : product;
    }

    /** A value on the host; waits for one that was not fed. */
    jfab.training.engine.Tensor onHost(String name) {
        jfab.training.engine.Tensor known = fed.get(name);
        return known == null ? memory().onHost(value(name).contiguous()) : known;
    }

    /** Whole numbers on the host; waits for those that were not fed. */
    long[] longs(String name) {
        jfab.training.engine.Tensor host = onHost(name);
        LongBuffer buffer = host.bytes(0, Math.toIntExact(host.byteSize())).asLongBuffer();
        long[] values = new long[buffer.remaining()];
        buffer.get(values);
        return values;
    }

    /** The losses that nobody has looked at yet, as far as they have been computed. */
    List<String> losses() {
        List<String> known = losses.stream()
                .filter(name -> values.containsKey(name) || later.containsKey(name))
                .toList();
        losses.removeAll(known);
        return known;
    }

    /** Notes that {@code operator} has run. */
    void ran(Operator operator) {
        changed |= Update.isOne(operator);
    }

    /** Whether some parameter has been changed in this step. */
    boolean hasChanged() {
        return changed;
    }

    /** Ends the training where a loss has gone wrong, before anybody else learns from it; waits for it where it is on a device. */
    void settleLosses() {
        InFlight inFlight = scope.inFlight();
        if (inFlight != null) {
            inFlight.settleLosses();
        }
    }

    /** Has {@code update} done when all operators have run; it changes {@code changed} in place, unless the step turns out to be a bad one. */
    void atEnd(List<Tensor> changed, Runnable update) {
        endings.add(() -> scope.guard(changed, update));
    }

    /** All operators have run. */
    void end() {
        endings.forEach(Runnable::run);
        touched.keep();
    }

    TorchScope scope() {
        return scope;
    }

    long samples() {
        return samples;
    }

    /** How many samples all trainers have in this step, as far as this process is told; else its own. */
    long counted() {
        return counted;
    }

    void count(long all) {
        counted = all;
    }

    /** Whether nobody but the next operator asks for the value of {@code name}. */
    boolean isPassing(String name) {
        return passing.test(name);
    }

    /** Whether there is nothing to compute on. */
    boolean isEmpty() {
        return samples == 0;
    }

    /** The value in an input slot; a trained parameter comes as the leaf that gradients are taken for. */
    Tensor in(Operator operator, String slot) {
        return shaped(operator.input(slot));
    }

    private Tensor shaped(String name) {
        Tensor value = value(name);
        return bare.contains(name) ? value.reshape(1) : value;
    }

    /** A loss as libtorch gave it, perhaps without a dimension. */
    Tensor loss(Operator operator) {
        return value(operator.input("Loss"));
    }

    void out(Operator operator, String slot, Tensor value) {
        put(operator.output(slot), value);
    }

    void put(String name, Tensor value) {
        parts.remove(name);
        values.put(name, value);
    }

    /** Keeps several values, each of which gets a handle where something asks for it alone. */
    void put(List<String> names, Tensors all) {
        for (int i = 0; i < names.size(); i++) {
            values.remove(names.get(i));
            parts.put(names.get(i), new Part(all, i));
        }
    }

    /** The values of {@code names}, as they were put where these are all of them. */
    Tensors all(List<String> names) {
        Part first = parts.get(names.getFirst());
        if (first != null && first.of().all().size() == names.size() && inOrder(names, first.of())) {
            return first.of();
        }
        return Tensors.of(values(names));
    }

    private boolean inOrder(List<String> names, Tensors all) {
        for (int i = 0; i < names.size(); i++) {
            Part part = parts.get(names.get(i));
            if (part == null || !part.of().equals(all) || part.index() != i) {
                return false;
            }
        }
        return true;
    }

    /** Keeps a mean as libtorch gives it, without a dimension: most are fetched or derived, never computed with. */
    void outMean(Operator operator, Tensor value) {
        bare.add(operator.output("Out"));
        out(operator, "Out", value);
    }

    /** Keeps a value that is computed where something asks for it. */
    void later(String name, Supplier<Tensor> value) {
        later.put(name, value);
    }

    /** Keeps a number that is computed on the host; a tensor of one element where one is asked for. */
    void number(String name, double value) {
        numbers.put(name, value);
    }

    /** The value of a variable of one element; one that was computed on a device is fetched from there once per step. */
    double number(String name) {
        Double known = numbers.get(name);
        if (known == null) {
            known = memory().number(value(name));
            numbers.put(name, known);
        }
        return known;
    }

    /** The persistable tensor itself, to be changed in place; of a sparse table and its accumulators the rows of this step. */
    Tensor stored(String name) {
        Tensor rows = touched.rows(name);
        if (rows != null) {
            return rows;
        }
        Tensor tensor = scope.tensor(name);
        if (tensor == null) {
            throw new EngineException("variable '" + name + "' has no value; run the startup program first");
        }
        return tensor;
    }

    /** The persistable tensor under {@code name}, made of zeros if it is new. */
    Tensor stored(Program of, String name) {
        scope.create(of.variable(name));
        return stored(name);
    }

    Tensor value(String name) {
        Tensor value = values.get(name);
        if (value != null) {
            return value;
        }
        Part part = parts.get(name);
        if (part != null) {
            Tensor made = part.of().all().get(part.index());
            values.put(name, made);
            return made;
        }
        Supplier<Tensor> deferred = later.get(name);
        if (deferred != null) {
            Tensor made = deferred.get();
            values.put(name, made);
            return made;
        }
        Double number = numbers.get(name);
        if (number != null) {
            Tensor made = torch.full(new long[] {1}, new Scalar(number), memory().options(ScalarType.Float));
            values.put(name, made);
            return made;
        }
        if (program.variable(name).persistable()) {
            return stored(name);
        }
        throw new ProgramException("variable '" + name + "' was neither fed nor computed before it was used");
    }

    List<Tensor> values(List<String> names) {
        return names.stream().map(this::shaped).toList();
    }
}
