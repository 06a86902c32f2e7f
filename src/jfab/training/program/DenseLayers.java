package jfab.training.program;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Layers over rows of numbers: what is fed, full connections, tables of embeddings, dropout. */
public final class DenseLayers {
    private final LayerRecorder recorder;

    DenseLayers(LayerRecorder recorder) {
        this.recorder = recorder;
    }

    /** A variable that is fed: one sample has {@code sample}'s shape. */
    public Variable data(String name, Shape sample, DataType type) {
        return recorder.program().temporary(name, sample.batched(), type);
    }

    /**
     * A variable that is fed with a sequence per sample, whose elements have {@code element}'s shape: {@code lod_level: 1}.
     *
     * <p>Its rows are the elements of all sequences, and {@code <name>@LENGTHS} is fed with the number of each sample's.
     */
    public Variable sequence(String name, Shape element, DataType type) {
        Variable lengths = recorder.program().add(Variable.lengthsOf(name));
        return recorder.program().add(new Variable(name, element.batched(), type, false, lengths.name()));
    }

    /** The same with {@code weights} for all inputs; a name is for a single input only. */
    public Variable fc(
            List<Variable> inputs, long size, ParamAttr weights, @Nullable ParamAttr bias, @Nullable String act) {
        return fc(inputs, size, List.of(weights), bias, act);
    }

    /**
     * {@code act(flatten(input_0) W_0 + flatten(input_1) W_1 + ... + b)}, shape {@code [n, size]}.
     *
     * @param weights one for all inputs, or one for each; a name is for a single input only
     * @param bias null for none
     */
    public Variable fc(
            List<Variable> inputs, long size, List<ParamAttr> weights, @Nullable ParamAttr bias, @Nullable String act) {
        if (inputs.isEmpty() || size < 1) {
            throw new ProgramException(
                    "fc needs an input or more and a size of 1 or more, not " + inputs + " and " + size);
        }
        if (weights.size() != 1 && weights.size() != inputs.size()) {
            throw new ProgramException("fc needs param_attr, one for all inputs or one for each of the " + inputs.size()
                    + ", not " + weights.size());
        }
        LayerRecorder.sameRows("fc", inputs);
        String layer = recorder.layer("fc");
        int temporary = 0;
        List<Variable> products = new java.util.ArrayList<>();
        for (Variable input : inputs) {
            if (input.shape().rank() < 2 || input.type() != DataType.FLOAT32) {
                throw new ProgramException("fc takes float32 rows of shape [n, width], not " + input);
            }
            long width = input.shape().elementsFrom(1);
            Variable weight = recorder.parameter(
                    layer + ".w_" + temporary,
                    Shape.of(width, size),
                    weights.get(weights.size() == 1 ? 0 : temporary),
                    Initialization.XAVIER,
                    width,
                    size);
            Variable product = recorder.result(layer + ".tmp_" + temporary++, Shape.of(Shape.BATCH, size), input);
            recorder.append(OpType.MUL, Map.of("X", input, "Y", weight), Map.of("Out", product), Map.of());
            products.add(product);
        }
        Variable sum = products.getFirst();
        if (products.size() > 1) {
            sum = recorder.result(layer + ".tmp_" + temporary++, sum.shape(), sum);
            recorder.append(OpType.SUM, products, sum, Map.of());
        }
        return recorder.activation(layer, recorder.biased(layer, layer + ".tmp_" + temporary, sum, bias), act);
    }

    /**
     * The rows of a table that {@code ids} name: {@code [n, 1]} gives {@code [n, dimension]}.
     *
     * @param size rows of the table
     * @param sparse whether gradients and updates concern only the rows that a step touches
     * @param paddingId an id that gives zeros, or -1
     */
    public Variable embedding(
            Variable ids, long size, long dimension, boolean sparse, long paddingId, ParamAttr weights) {
        if (ids.type() != DataType.INT64 || !ids.shape().equals(Shape.of(Shape.BATCH, 1))) {
            throw new ProgramException("embedding takes int64 ids of shape [n, 1], not " + ids);
        }
        if (size < 1 || dimension < 1 || paddingId >= size) {
            throw new ProgramException(
                    "embedding needs a size of [rows, numbers], each 1 or more, and a padding_idx below"
                            + " the rows, not [" + size + ", " + dimension + "] and " + paddingId);
        }
        String layer = recorder.layer("embedding");
        Variable table = recorder.parameter(
                layer + ".w_0", Shape.of(size, dimension), weights, Initialization.XAVIER, size, dimension);
        if (sparse) {
            SparseTables.prefetch(recorder.program(), table, ids);
        }
        Variable rows = recorder.result(layer + ".tmp_0", Shape.of(Shape.BATCH, dimension), ids);
        recorder.append(
                OpType.LOOKUP_TABLE,
                Map.of("Ids", ids, "W", table),
                Map.of("Out", rows),
                Map.of("is_sparse", sparse, "padding_idx", paddingId));
        return rows;
    }

    /**
     * Zeros a share of the numbers, chosen anew at each step; test programs multiply by {@code 1 - probability} instead.
     *
     * <p>Fluid's {@code downgrade_in_infer}: what stays is not scaled up. The choice follows from the seed of the startup
     * program and the number of steps, which is kept beside the parameters; each trainer of a job makes its own.
     *
     * @param seed where the choices begin, null for the startup program's
     */
    public Variable dropout(Variable input, double probability, @Nullable Long seed) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new ProgramException("dropout_prob must be from 0 to 1, not " + probability);
        }
        String layer = recorder.layer("dropout");
        Initializer start = seed == null ? new Initializer.Stream() : new Initializer.Constant(seed);
        Variable state = recorder.program().accumulator(layer + ".w_0", Shape.of(1), DataType.INT64, start);
        Variable output = recorder.result(layer + ".tmp_0", input.shape(), input);
        recorder.append(
                OpType.DROPOUT,
                Map.of("X", input, "State", state),
                Map.of("Out", output, "StateOut", state),
                Map.of("dropout_prob", probability, "is_test", false, "trainer", 0L));
        return output;
    }
}
