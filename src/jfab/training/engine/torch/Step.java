package jfab.training.engine.torch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import jfab.training.engine.EngineException;
import jfab.training.engine.ParameterExchange;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** The values of one run of a block: temporaries here, persistables in the scope. What kernels read and write. */
final class Step {
    private final Program program;
    private final TorchExecutor executor;
    private final TorchScope scope;
    private final long samples;
    private long counted;
    private final Map<String, Tensor> values = new HashMap<>();
    private final Map<String, Supplier<Tensor>> later = new HashMap<>();
    private final Map<String, Double> numbers = new HashMap<>();
    private final TouchedTables touched;
    private final Predicate<String> passing;

    /**
     * A run that begins.
     *
     * @param passing whether a value is read by the next operator, and by nobody else
     */
    Step(Program program, TorchExecutor executor, TorchScope scope, long samples, Predicate<String> passing) {
        this.passing = passing;
        this.program = program;
        this.executor = executor;
        this.scope = scope;
        this.samples = samples;
        counted = samples;
        this.touched = new TouchedTables(scope.sparse());
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

    /** {@code tensor} where this executor computes. */
    Tensor onDevice(Tensor tensor) {
        return executor.onDevice(tensor);
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
        return shaped(value(operator.input(slot)));
    }

    /** Means are kept as libtorch gives them, without a dimension: most are fetched or derived, never computed with. */
    private static Tensor shaped(Tensor value) {
        return value.dim() == 0 ? value.reshape(1) : value;
    }

    /** A loss as libtorch gave it, perhaps without a dimension. */
    Tensor loss(Operator operator) {
        return value(operator.input("Loss"));
    }

    void out(Operator operator, String slot, Tensor value) {
        values.put(operator.output(slot), value);
    }

    void put(String name, Tensor value) {
        values.put(name, value);
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
            known = value(name).item_double();
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
        Supplier<Tensor> deferred = later.get(name);
        if (deferred != null) {
            Tensor made = deferred.get();
            values.put(name, made);
            return made;
        }
        Double number = numbers.get(name);
        if (number != null) {
            Tensor made = torch.full(new long[] {1}, new Scalar(number));
            values.put(name, made);
            return made;
        }
        if (program.variable(name).persistable()) {
            return stored(name);
        }
        throw new EngineException("variable '" + name + "' was neither fed nor computed before it was used");
    }

    List<Tensor> values(List<String> names) {
        return names.stream().map(name -> shaped(value(name))).toList();
    }
}
