package jfab.training.program;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What all families of layers record with: results, parameters, biases and activations in one program. */
final class LayerRecorder {
    private static final Initialization ZERO = Initialization.constant(0);

    private final Builder program;

    LayerRecorder(Builder program) {
        this.program = program;
    }

    Builder program() {
        return program;
    }

    String layer(String kind) {
        return program.layerName(kind);
    }

    /** A float32 result that has a row per sample, or none at all. */
    Variable result(String name, Shape shape) {
        return program.temporary(name, shape, DataType.FLOAT32);
    }

    /** A float32 result whose rows are those of {@code like}: samples, or elements of the same sequences. */
    Variable result(String name, Shape shape, Variable like) {
        return result(name, shape, DataType.FLOAT32, like);
    }

    Variable result(String name, Shape shape, DataType type, Variable like) {
        return program.add(new Variable(name, shape, type, false, like.lengths()));
    }

    /**
     * A parameter of a layer; one that exists under the name of {@code attr} is shared.
     *
     * @param preset its first values unless {@code attr} has others
     */
    Variable parameter(String name, Shape shape, ParamAttr attr, Initialization preset, long fanIn, long fanOut) {
        String given = attr.name();
        Variable existing = given == null ? null : program.find(given);
        if (existing != null) {
            if (!existing.persistable() || !existing.shape().equals(shape)) {
                throw new ProgramException(name + " would be float32" + shape + " and cannot share " + existing);
            }
            return existing;
        }
        Initialization rule = attr.initializer();
        return program.persistable(new Parameter(
                new Variable(given == null ? name : given, shape, DataType.FLOAT32, true),
                (rule == null ? preset : rule).weight(fanIn, fanOut),
                attr.trainable(),
                attr.learning()));
    }

    /** A bias of {@code size} numbers, 0 unless {@code attr} has others. */
    Variable bias(String layer, long size, ParamAttr attr) {
        return parameter(layer + ".b_0", Shape.of(size), attr, ZERO, size, size);
    }

    /** {@code input} plus a bias along dimension 1, or {@code input} itself where {@code attr} is null. */
    Variable biased(String layer, String name, Variable input, @Nullable ParamAttr attr) {
        if (attr == null) {
            return input;
        }
        Variable bias = bias(layer, input.shape().dimension(1), attr);
        Variable sum = result(name, input.shape(), input);
        append(OpType.ELEMENTWISE_ADD, Map.of("X", input, "Y", bias), Map.of("Out", sum), Map.of("axis", 1L));
        return sum;
    }

    /** {@code input} after the activation {@code act} with Fluid's presets, or {@code input} itself. */
    Variable activation(String layer, Variable input, @Nullable String act) {
        if (act == null) {
            return input;
        }
        Activation activation = Activation.of(act);
        return unary(activation.type(), layer + "." + act, input, activation.presets());
    }

    /** An operator with one input and one output of the same shape. */
    Variable unary(OpType type, String name, Variable input, Map<String, Object> attributes) {
        Variable output = result(name, input.shape(), input);
        append(type, Map.of("X", input), Map.of("Out", output), attributes);
        return output;
    }

    void append(
            OpType type, Map<String, Variable> inputs, Map<String, Variable> outputs, Map<String, Object> attributes) {
        program.operator(Operator.of(type, inputs, outputs, attributes));
    }

    /** An operator that reads any number of variables of one kind. */
    void append(OpType type, List<Variable> inputs, Variable output, Map<String, Object> attributes) {
        program.operator(new Operator(
                type,
                Map.of("X", inputs.stream().map(Variable::name).toList()),
                Map.of("Out", List.of(output.name())),
                attributes));
    }

    /** Refuses variables whose rows do not belong together: samples on one side, elements of sequences on the other. */
    static void sameRows(String layer, List<Variable> variables) {
        Variable first = variables.getFirst();
        for (Variable other : variables) {
            if (!Objects.equals(first.lengths(), other.lengths())) {
                throw new ProgramException(layer + " takes inputs with the same rows; " + rows(first) + ", and "
                        + rows(other) + " (sequence_pool makes one row per sample)");
            }
        }
    }

    private static String rows(Variable variable) {
        return variable + (variable.sequences() ? " has one per element of a sequence" : " has one per sample");
    }
}
