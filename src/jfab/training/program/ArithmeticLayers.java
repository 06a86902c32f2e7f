package jfab.training.program;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Layers without parameters that compute element by element, or sum up. */
public final class ArithmeticLayers {
    private final LayerRecorder recorder;

    ArithmeticLayers(LayerRecorder recorder) {
        this.recorder = recorder;
    }

    /** What {@link #elementwise} does with two numbers. */
    public enum Operation {
        ADD(OpType.ELEMENTWISE_ADD),
        SUB(OpType.ELEMENTWISE_SUB),
        MUL(OpType.ELEMENTWISE_MUL),
        DIV(OpType.ELEMENTWISE_DIV);

        private final OpType type;

        Operation(OpType type) {
            this.type = type;
        }
    }

    /** The function of each element, with constants that replace the presets of the same name. */
    public Variable activation(Activation activation, Variable x, Map<String, Object> constants) {
        if (x.type() != DataType.FLOAT32) {
            throw new ProgramException(activation.word() + " takes float32, not " + x);
        }
        Map<String, Object> attributes = new java.util.TreeMap<>(activation.presets());
        attributes.putAll(constants);
        return recorder.unary(activation.type(), recorder.layer(activation.word()) + ".tmp_0", x, attributes);
    }

    /**
     * {@code act(x operation y)}, in the shape of {@code x}.
     *
     * @param y shaped like {@code x}, or like some of its dimensions from {@code axis} on
     * @param axis the dimension of {@code x} that the first of {@code y} belongs to; -1 where {@code y} ends with {@code x}
     */
    public Variable elementwise(Operation operation, Variable x, Variable y, long axis, @Nullable String act) {
        String word = operation.type.word();
        int first = axis < 0 ? x.shape().rank() - y.shape().rank() : Math.toIntExact(axis);
        boolean fits = first >= 0
                && first + y.shape().rank() <= x.shape().rank()
                && x.shape()
                        .dimensions()
                        .subList(first, first + y.shape().rank())
                        .equals(y.shape().dimensions());
        if (!fits || x.type() != DataType.FLOAT32 || y.type() != DataType.FLOAT32) {
            throw new ProgramException(word + " needs float32 of one shape, or y shaped like dimensions of x in a row"
                    + (axis < 0 ? "" : " from axis " + axis) + ", not " + x + " and " + y);
        }
        if (first == 0 && !y.persistable() && y.shape().rank() > 0 && y.shape().dimension(0) == Shape.BATCH) {
            LayerRecorder.sameRows(word, List.of(x, y));
        }
        String layer = recorder.layer(word);
        Variable output = recorder.result(layer + ".tmp_0", x.shape(), x);
        recorder.append(operation.type, Map.of("X", x, "Y", y), Map.of("Out", output), Map.of("axis", (long) first));
        return recorder.activation(layer, output, act);
    }

    /** {@code scale x + bias}, or {@code scale (x + bias)} unless {@code biasLast}. */
    public Variable scale(Variable x, double scale, double bias, boolean biasLast, @Nullable String act) {
        String layer = recorder.layer("scale");
        Variable output = recorder.unary(
                OpType.SCALE, layer + ".tmp_0", x, Map.of("scale", scale, "bias", bias, "bias_after_scale", biasLast));
        return recorder.activation(layer, output, act);
    }

    /** The mean of all elements, shape {@code [1]}. */
    public Variable mean(Variable x) {
        Variable mean = recorder.result(recorder.layer("mean") + ".tmp_0", Shape.of(1));
        recorder.append(OpType.MEAN, Map.of("X", x), Map.of("Out", mean), Map.of());
        return mean;
    }

    /** The cosine of the angle between rows of {@code x} and {@code y}, times {@code scale}: {@code [n, 1]}. */
    public Variable cosSim(Variable x, Variable y, double scale) {
        if (x.shape().rank() != 2 || !x.shape().equals(y.shape())) {
            throw new ProgramException("cos_sim compares rows of one width, [n, d], not " + x + " and " + y);
        }
        LayerRecorder.sameRows("cos_sim", List.of(x, y));
        Variable cosine = recorder.result(recorder.layer("cos_sim") + ".tmp_0", Shape.of(Shape.BATCH, 1), x);
        recorder.append(OpType.COS_SIM, Map.of("X", x, "Y", y), Map.of("Out", cosine), Map.of());
        return scale == 1 ? cosine : scale(cosine, scale, 0, true, null);
    }

    /** The sum of variables of one shape, element by element. */
    public Variable sums(List<Variable> inputs) {
        if (inputs.isEmpty()
                || inputs.stream()
                        .anyMatch(
                                input -> !input.shape().equals(inputs.getFirst().shape()))) {
            throw new ProgramException("sums adds variables of one shape, not " + inputs);
        }
        LayerRecorder.sameRows("sums", inputs);
        Variable first = inputs.getFirst();
        Variable output = recorder.result(recorder.layer("sum") + ".tmp_0", first.shape(), first);
        recorder.append(OpType.SUM, inputs, output, Map.of());
        return output;
    }
}
