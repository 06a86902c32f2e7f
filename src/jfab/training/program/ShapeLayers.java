package jfab.training.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Layers that put the same numbers into another shape. */
public final class ShapeLayers {
    private final LayerRecorder recorder;

    ShapeLayers(LayerRecorder recorder) {
        this.recorder = recorder;
    }

    /**
     * The inputs one after the other along dimension {@code axis}; all other dimensions must be equal.
     *
     * @param axis below 0 it counts from the last
     */
    public Variable concat(List<Variable> inputs, long axis) {
        if (inputs.isEmpty()) {
            throw new ProgramException("concat needs an input or more");
        }
        Variable first = inputs.getFirst();
        int rank = first.shape().rank();
        int along = Math.toIntExact(axis < 0 ? axis + rank : axis);
        if (along < 0 || along >= rank) {
            throw new ProgramException("concat has no axis " + axis + " in " + first);
        }
        List<Long> dimensions = new ArrayList<>(first.shape().dimensions());
        long sum = 0;
        for (Variable input : inputs) {
            List<Long> others = new ArrayList<>(input.shape().dimensions());
            if (others.size() == rank) {
                long size = others.set(along, dimensions.get(along));
                sum = size == Shape.BATCH || sum == Shape.BATCH ? Shape.BATCH : sum + size;
            }
            if (!others.equals(dimensions) || input.type() != first.type()) {
                throw new ProgramException("concat along axis " + axis
                        + " needs one type and equal dimensions elsewhere," + " not " + first + " and " + input);
            }
        }
        LayerRecorder.sameRows("concat", inputs);
        if (along == 0 && first.sequences()) {
            throw new ProgramException("concat cannot put sequences after sequences, " + first);
        }
        dimensions.set(along, sum);
        Variable output =
                recorder.result(recorder.layer("concat") + ".tmp_0", new Shape(dimensions), first.type(), first);
        recorder.append(OpType.CONCAT, inputs, output, Map.of("axis", (long) along));
        return output;
    }

    /**
     * The numbers of {@code x} in their order, in other dimensions.
     *
     * @param shape 0 keeps the dimension of {@code x}; one dimension may be -1, what is left over. Samples stay samples
     */
    public Variable reshape(Variable x, List<Long> shape, @Nullable String act) {
        List<Long> dimensions = new ArrayList<>();
        boolean batched = x.shape().rank() > 0 && x.shape().dimension(0) == Shape.BATCH;
        for (int axis = 0; axis < shape.size(); axis++) {
            boolean kept = shape.get(axis) == 0 && axis < x.shape().rank();
            dimensions.add(kept ? x.shape().dimension(axis) : shape.get(axis));
        }
        if (batched && !dimensions.isEmpty() && dimensions.getFirst() < 0) {
            dimensions.set(0, Shape.BATCH);
        }
        int inner = batched ? 1 : 0;
        long elements = x.shape().elementsFrom(inner);
        List<Long> rest = dimensions.subList(Math.min(inner, dimensions.size()), dimensions.size());
        long known = rest.stream().filter(size -> size > 0).reduce(1L, Math::multiplyExact);
        if (rest.contains(-1L) && elements % known == 0) {
            rest.set(rest.indexOf(-1L), elements / known);
        }
        boolean samples = !batched || (!dimensions.isEmpty() && dimensions.getFirst() == Shape.BATCH);
        if (!samples || rest.contains(-1L) || rest.stream().reduce(1L, Math::multiplyExact) != elements) {
            throw new ProgramException("reshape cannot make " + shape + " of " + x
                    + (batched ? "; the first dimension stays that of the samples, -1 or 0" : ""));
        }
        String layer = recorder.layer("reshape");
        Variable output = recorder.result(layer + ".tmp_0", new Shape(dimensions), x.type(), x);
        recorder.append(
                OpType.RESHAPE, Map.of("X", x), Map.of("Out", output), Map.of("shape", List.copyOf(dimensions)));
        return recorder.activation(layer, output, act);
    }

    /** The numbers of {@code x} as another type; reals lose what is behind the point. */
    public Variable cast(Variable x, DataType type) {
        Variable output = recorder.result(recorder.layer("cast") + ".tmp_0", x.shape(), type, x);
        recorder.append(OpType.CAST, Map.of("X", x), Map.of("Out", output), Map.of("out_dtype", type.word()));
        return output;
    }

    /** A row of {@code depth} numbers for each of {@code ids}, int64 {@code [n, 1]}: 1 at the id, else 0. */
    public Variable oneHot(Variable ids, long depth) {
        if (ids.type() != DataType.INT64 || !ids.shape().equals(Shape.of(Shape.BATCH, 1)) || depth < 1) {
            throw new ProgramException(
                    "one_hot takes int64 ids of shape [n, 1] and a depth of 1 or more, not " + ids + " and " + depth);
        }
        Variable output = recorder.result(recorder.layer("one_hot") + ".tmp_0", Shape.of(Shape.BATCH, depth), ids);
        recorder.append(OpType.ONE_HOT, Map.of("X", ids), Map.of("Out", output), Map.of("depth", depth));
        return output;
    }
}
