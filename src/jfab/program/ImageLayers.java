package jfab.program;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Layers over images of shape {@code [n, channels, height, width]}. */
public final class ImageLayers {
    private static final Initialization ZERO = Initialization.constant(0);
    private static final Initialization ONE = Initialization.constant(1);

    private final Recorder recorder;

    ImageLayers(Recorder recorder) {
        this.recorder = recorder;
    }

    /**
     * Filters a batch of images {@code [n, c, h, w]} without dilation or groups; {@code [n, numFilters, h', w']}.
     *
     * @param bias null for none
     */
    public Variable conv2d(
            Variable input,
            long numFilters,
            long filterSize,
            long stride,
            long padding,
            ParamAttr weights,
            @Nullable ParamAttr bias,
            @Nullable String act) {
        images("conv2d", input);
        String layer = recorder.layer("conv2d");
        long channels = input.shape().dimension(1);
        Variable output =
                recorder.result(layer + ".tmp_0", windows(input, numFilters, filterSize, stride, padding), input);
        Variable filter = recorder.parameter(
                layer + ".w_0",
                Shape.of(numFilters, channels, filterSize, filterSize),
                weights,
                Initialization.MSRA,
                filterSize * filterSize * channels,
                filterSize * filterSize * numFilters);
        Map<String, Variable> inputs = bias == null
                ? Map.of("Input", input, "Filter", filter)
                : Map.of("Input", input, "Filter", filter, "Bias", recorder.bias(layer, numFilters, bias));
        recorder.append(OpType.CONV2D, inputs, Map.of("Output", output), Map.of("stride", stride, "padding", padding));
        return recorder.activation(layer, output, act);
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
        Variable output = recorder.result(
                recorder.layer("pool2d") + ".tmp_0",
                windows(input, input.shape().dimension(1), poolSize, stride, padding),
                input);
        recorder.append(
                OpType.POOL2D,
                Map.of("X", input),
                Map.of("Out", output),
                Map.of("pooling_type", poolType, "ksize", poolSize, "stride", stride, "padding", padding));
        return output;
    }

    /** As {@link #pool2d(Variable, long, String, long, long)} with one window that is the whole image, which must be a square. */
    public Variable globalPool2d(Variable input, String poolType) {
        images("pool2d", input);
        long side = input.shape().dimension(2);
        if (side != input.shape().dimension(3)) {
            throw new ProgramException("pool2d with global_pooling takes square images, not " + input);
        }
        return pool2d(input, side, poolType, 1, 0);
    }

    /**
     * Gives each channel mean 0 and variance 1 over the batch, then scales and shifts it.
     *
     * @param input images, or rows whose columns are the channels
     */
    public Variable batchNorm(
            Variable input, Normalization normalization, ParamAttr weights, ParamAttr bias, @Nullable String act) {
        String layer = recorder.layer("batch_norm");
        if (input.shape().rank() < 2) {
            throw new ProgramException("batch_norm needs channels in dimension 1, and " + input + " has none");
        }
        long channels = input.shape().dimension(1);
        Shape each = Shape.of(channels);
        Variable scale = recorder.parameter(layer + ".w_0", each, weights, ONE, channels, channels);
        Variable shift = recorder.bias(layer, channels, bias);
        Variable mean = statistic(layer + ".w_1", normalization.meanName(), each, ZERO);
        Variable variance = statistic(layer + ".w_2", normalization.varianceName(), each, ONE);
        Variable output = recorder.result(layer + ".tmp_0", input.shape(), input);
        recorder.append(
                OpType.BATCH_NORM,
                Map.of("X", input, "Scale", scale, "Bias", shift, "Mean", mean, "Variance", variance),
                Map.of("Y", output, "MeanOut", mean, "VarianceOut", variance),
                Map.of(
                        "momentum",
                        normalization.momentum(),
                        "epsilon",
                        normalization.epsilon(),
                        "is_test",
                        normalization.fixed()));
        return recorder.activation(layer, output, act);
    }

    /**
     * How {@link #batchNorm} normalizes.
     *
     * @param momentum the share of their old value that the moving statistics, used by test programs, keep each step
     * @param epsilon added to the variance
     * @param fixed whether training uses the moving statistics as well, and leaves them as they are: {@code is_test}
     * @param meanName of the moving mean, null for the layer's choice
     * @param varianceName of the moving variance
     */
    public record Normalization(
            double momentum,
            double epsilon,
            boolean fixed,
            @Nullable String meanName,
            @Nullable String varianceName) {
        /** Fluid's. */
        public static final Normalization DEFAULT = new Normalization(0.9, 1e-5, false, null, null);
    }

    private Variable statistic(String name, @Nullable String given, Shape shape, Initialization first) {
        return recorder.parameter(name, shape, new ParamAttr(given, null, Learning.DEFAULT, false), first, 1, 1);
    }

    private static Shape windows(Variable images, long channels, long size, long stride, long padding) {
        if (size < 1 || stride < 1 || padding < 0 || channels < 1) {
            throw new ProgramException("filters, sizes and strides must be 1 or more, and paddings 0 or more");
        }
        Shape image = images.shape();
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
}
