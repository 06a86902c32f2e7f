package jfab.training.program;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Layers over images of shape {@code [n, channels, height, width]}. */
public final class ImageLayers {
    private static final Initialization ZERO = Initialization.constant(0);
    private static final Initialization ONE = Initialization.constant(1);

    private final LayerRecorder recorder;

    ImageLayers(LayerRecorder recorder) {
        this.recorder = recorder;
    }

    /**
     * Filters a batch of images {@code [n, c, h, w]}; {@code [n, numFilters, h', w']}.
     *
     * @param groups of channels, each with its share of the filters, which see no others
     * @param bias null for none
     */
    public Variable conv2d(
            Variable input,
            long numFilters,
            Window window,
            long groups,
            ParamAttr weights,
            @Nullable ParamAttr bias,
            @Nullable String act) {
        images("conv2d", input);
        long channels = input.shape().dimension(1);
        if (numFilters < 1 || groups < 1 || channels % groups != 0 || numFilters % groups != 0) {
            throw new ProgramException(
                    "conv2d needs groups that divide the channels and num_filters, 1 or more; it has " + channels
                            + " channels, num_filters " + numFilters + " and groups " + groups);
        }
        String layer = recorder.layer("conv2d");
        Variable output = recorder.result(layer + ".tmp_0", window.over(input, numFilters), input);
        long area = window.size() * window.size();
        // Fluid's default counts all channels; first values that are asked for, those that meet in a result.
        long met = weights.initializer() == null ? channels : channels / groups;
        Variable filter = recorder.parameter(
                layer + ".w_0",
                Shape.of(numFilters, channels / groups, window.size(), window.size()),
                weights,
                Initialization.MSRA,
                area * met,
                area * numFilters);
        Map<String, Variable> inputs = bias == null
                ? Map.of("Input", input, "Filter", filter)
                : Map.of("Input", input, "Filter", filter, "Bias", recorder.bias(layer, numFilters, bias));
        recorder.append(
                OpType.CONV2D,
                inputs,
                Map.of("Output", output),
                Map.of(
                        "stride",
                        window.stride(),
                        "padding",
                        window.padding(),
                        "dilation",
                        window.dilation(),
                        "groups",
                        groups));
        return recorder.activation(layer, output, act);
    }

    /**
     * The largest or the mean element of each window.
     *
     * @param poolType {@code max} or {@code avg}
     */
    public Variable pool2d(Variable input, String poolType, Window window) {
        images("pool2d", input);
        if (2 * window.padding() > window.size()) {
            throw new ProgramException("pool2d needs a padding of half its window or less, not " + window.padding()
                    + " for a window of " + window.size());
        }
        return pool(input, poolType, window.over(input, input.shape().dimension(1)), window, false);
    }

    /** As {@link #pool2d} with one window that is the whole image. */
    public Variable globalPool2d(Variable input, String poolType) {
        images("pool2d", input);
        Shape one = Shape.of(Shape.BATCH, input.shape().dimension(1), 1, 1);
        return pool(input, poolType, one, Window.of(1, 1, 0), true);
    }

    private Variable pool(Variable input, String poolType, Shape shape, Window window, boolean global) {
        if (!List.of("max", "avg").contains(poolType)) {
            throw new ProgramException("pool_type '" + poolType + "' is not known; use max or avg");
        }
        Variable output = recorder.result(recorder.layer("pool2d") + ".tmp_0", shape, input);
        recorder.append(
                OpType.POOL2D,
                Map.of("X", input),
                Map.of("Out", output),
                Map.of(
                        "pooling_type",
                        poolType,
                        "ksize",
                        window.size(),
                        "stride",
                        window.stride(),
                        "padding",
                        window.padding(),
                        "ceil_mode",
                        window.ceil(),
                        "global_pooling",
                        global));
        return output;
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

    private static void images(String layer, Variable input) {
        if (input.shape().rank() != 4) {
            throw new ProgramException(layer + " takes images of shape [n, channels, height, width], not " + input);
        }
    }
}
