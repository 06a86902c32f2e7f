package jfab.program;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fluid's layers: each appends operators and parameters to a program, with Fluid's names and first values, and gives back its
 * result.
 */
public final class Layers {
    private static final Initializer ZERO = new Initializer.Constant(0);
    private static final Initializer ONE = new Initializer.Constant(1);

    private final Builder program;

    public Layers(Builder program) {
        this.program = program;
    }

    /** A variable that is fed: one sample has {@code sample}'s shape. */
    public Variable data(String name, Shape sample, DataType type) {
        return program.temporary(name, sample.batched(), type);
    }

    /**
     * {@code act(flatten(input) W + b)}, shape {@code [n, size]}.
     *
     * @param act {@code relu}, {@code softmax} or null
     */
    public Variable fc(Variable input, long size, @Nullable String act) {
        String layer = program.layerName("fc");
        long width = input.shape().elementsFrom(1);
        Variable weight = program.parameter(layer + ".w_0", Shape.of(width, size), Initializer.xavier(width, size));
        Variable bias = program.parameter(layer + ".b_0", Shape.of(size), ZERO);
        Variable product = result(layer + ".tmp_0", Shape.of(Shape.BATCH, size));
        append(OpType.MUL, Map.of("X", input, "Y", weight), Map.of("Out", product), Map.of());
        Variable sum = result(layer + ".tmp_1", product.shape());
        append(OpType.ELEMENTWISE_ADD, Map.of("X", product, "Y", bias), Map.of("Out", sum), Map.of());
        return activation(layer, sum, act);
    }

    /**
     * Filters a batch of images {@code [n, c, h, w]} without dilation or groups; {@code [n, numFilters, h', w']}.
     *
     * @param weights of the filters; null for Fluid's default
     */
    public Variable conv2d(
            Variable input,
            long numFilters,
            long filterSize,
            long stride,
            long padding,
            @Nullable String act,
            @Nullable Initialization weights) {
        images("conv2d", input);
        String layer = program.layerName("conv2d");
        long channels = input.shape().dimension(1);
        Variable filter = program.parameter(
                layer + ".w_0",
                Shape.of(numFilters, channels, filterSize, filterSize),
                (weights == null ? Initialization.MSRA : weights)
                        .weight(filterSize * filterSize * channels, filterSize * filterSize * numFilters));
        Variable bias = program.parameter(layer + ".b_0", Shape.of(numFilters), ZERO);
        Variable output = result(layer + ".tmp_0", windows(input.shape(), numFilters, filterSize, stride, padding));
        append(
                OpType.CONV2D,
                Map.of("Input", input, "Filter", filter, "Bias", bias),
                Map.of("Output", output),
                Map.of("stride", stride, "padding", padding));
        return activation(layer, output, act);
    }

    /**
     * The largest or the mean element of each window.
     *
     * @param poolType {@code max} or {@code avg}
     */
    public Variable pool2d(Variable input, long poolSize, String poolType, long stride, long padding) {
        images("pool2d", input);
        if (!List.of("max", "avg").contains(poolType)) {
            throw new ProgramException("pool_type '" + poolType + "' is not known; use max or avg");
        }
        Variable output = result(
                program.layerName("pool2d") + ".tmp_0",
                windows(input.shape(), input.shape().dimension(1), poolSize, stride, padding));
        append(
                OpType.POOL2D,
                Map.of("X", input),
                Map.of("Out", output),
                Map.of("pooling_type", poolType, "ksize", poolSize, "stride", stride, "padding", padding));
        return output;
    }

    /** As {@link #simpleImgConvPool(Variable, long, long, long, long, String, Initialization)} with Fluid's first values. */
    public Variable simpleImgConvPool(
            Variable input, long numFilters, long filterSize, long poolSize, long poolStride, @Nullable String act) {
        return simpleImgConvPool(input, numFilters, filterSize, poolSize, poolStride, act, null);
    }

    /** A convolution, its activation, then pooling without padding: Fluid's {@code nets.simple_img_conv_pool}. */
    public Variable simpleImgConvPool(
            Variable input,
            long numFilters,
            long filterSize,
            long poolSize,
            long poolStride,
            @Nullable String act,
            @Nullable Initialization weights) {
        return pool2d(conv2d(input, numFilters, filterSize, 1, 0, act, weights), poolSize, "max", poolStride, 0);
    }

    /**
     * Gives each channel mean 0 and variance 1 over the batch, then scales and shifts it.
     *
     * <p>The moving statistics, used by test programs, keep the share {@code momentum} of their old value each step.
     */
    public Variable batchNorm(Variable input, @Nullable String act, double momentum, double epsilon) {
        String layer = program.layerName("batch_norm");
        if (input.shape().rank() < 2) {
            throw new ProgramException("batch_norm needs channels in dimension 1, and " + input + " has none");
        }
        Shape channels = Shape.of(input.shape().dimension(1));
        Variable scale = program.parameter(layer + ".w_0", channels, ONE);
        Variable shift = program.parameter(layer + ".b_0", channels, ZERO);
        Variable mean = program.accumulator(layer + ".w_1", channels, DataType.FLOAT32, ZERO);
        Variable variance = program.accumulator(layer + ".w_2", channels, DataType.FLOAT32, ONE);
        Variable output = result(layer + ".tmp_0", input.shape());
        append(
                OpType.BATCH_NORM,
                Map.of("X", input, "Scale", scale, "Bias", shift, "Mean", mean, "Variance", variance),
                Map.of("Y", output, "MeanOut", mean, "VarianceOut", variance),
                Map.of("momentum", momentum, "epsilon", epsilon, "is_test", false));
        return activation(layer, output, act);
    }

    /** {@code (input - label)²} per element. */
    public Variable squareErrorCost(Variable input, Variable label) {
        if (!input.shape().equals(label.shape())) {
            throw new ProgramException("square_error_cost compares equal shapes, not " + input + " and " + label);
        }
        Variable cost = result(program.layerName("square_error_cost") + ".tmp_0", input.shape());
        append(OpType.SQUARE_ERROR_COST, Map.of("X", input, "Y", label), Map.of("Out", cost), Map.of());
        return cost;
    }

    /** {@code -log(input[label])} per sample, where {@code input} holds probabilities; apply softmax first. */
    public Variable crossEntropy(Variable input, Variable label) {
        classes("cross_entropy", input, label);
        Variable cost = result(program.layerName("cross_entropy") + ".tmp_0", Shape.of(Shape.BATCH, 1));
        append(OpType.CROSS_ENTROPY, Map.of("X", input, "Label", label), Map.of("Y", cost), Map.of());
        return cost;
    }

    /** The mean of all elements, shape {@code [1]}. */
    public Variable mean(Variable x) {
        Variable mean = result(program.layerName("mean") + ".tmp_0", Shape.of(1));
        append(OpType.MEAN, Map.of("X", x), Map.of("Out", mean), Map.of());
        return mean;
    }

    /** The share of samples whose largest output is at their label, shape {@code [1]}. */
    public Variable accuracy(Variable input, Variable label) {
        classes("accuracy", input, label);
        Variable accuracy = result(program.layerName("accuracy") + ".tmp_0", Shape.of(1));
        append(OpType.ACCURACY, Map.of("Out", input, "Label", label), Map.of("Accuracy", accuracy), Map.of());
        return accuracy;
    }

    private Variable activation(String layer, Variable input, @Nullable String act) {
        if (act == null) {
            return input;
        }
        OpType type = switch (act) {
            case "relu" -> OpType.RELU;
            case "softmax" -> OpType.SOFTMAX;
            default -> throw new ProgramException("act '" + act + "' is not known; use relu, softmax or null");
        };
        Variable output = result(layer + "." + act, input.shape());
        append(type, Map.of("X", input), Map.of("Out", output), Map.of());
        return output;
    }

    private Variable result(String name, Shape shape) {
        return program.temporary(name, shape, DataType.FLOAT32);
    }

    private void append(
            OpType type, Map<String, Variable> inputs, Map<String, Variable> outputs, Map<String, Object> attributes) {
        program.operator(Operator.of(type, inputs, outputs, attributes));
    }

    private static Shape windows(Shape image, long channels, long size, long stride, long padding) {
        if (size < 1 || stride < 1 || padding < 0 || channels < 1) {
            throw new ProgramException("filters, sizes and strides must be 1 or more, and paddings 0 or more");
        }
        long height = image.dimension(2) + 2 * padding - size;
        long width = image.dimension(3) + 2 * padding - size;
        if (height < 0 || width < 0) {
            throw new ProgramException("a window of " + size + " does not fit into an image of shape " + image);
        }
        return Shape.of(Shape.BATCH, channels, height / stride + 1, width / stride + 1);
    }

    private static void images(String layer, Variable input) {
        if (input.shape().rank() != 4) {
            throw new ProgramException(layer + " takes images of shape [n, channels, height, width], not " + input);
        }
    }

    private static void classes(String layer, Variable input, Variable label) {
        if (input.shape().rank() != 2
                || label.type() != DataType.INT64
                || !label.shape().equals(Shape.of(Shape.BATCH, 1))) {
            throw new ProgramException(
                    layer + " takes [n, classes] and int64 labels [n, 1], not " + input + " and " + label);
        }
    }
}
