package jfab.training.engine.torch;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/** The operators' formulas, written as plain loops in double precision. */
final class Reference {
    static final double TARGET = 0.3;

    private Reference() {}

    private static double[] of(Map<String, double[]> inputs, String slot) {
        return requireNonNull(inputs.get(slot), slot);
    }

    static double[] mul(double[] x, double[] y, int rows, int inner, int columns) {
        double[] out = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                for (int k = 0; k < inner; k++) {
                    out[i * columns + j] += x[i * inner + k] * y[k * columns + j];
                }
            }
        }
        return out;
    }

    static double[] addChannels(double[] x, double[] y, int perChannel) {
        double[] out = x.clone();
        for (int i = 0; i < x.length; i++) {
            out[i] += y[i / perChannel % y.length];
        }
        return out;
    }

    static double[] map(double[] x, DoubleUnaryOperator function) {
        return Arrays.stream(x).map(function).toArray();
    }

    static double[] softmax(double[] x, int columns) {
        double[] out = map(x, Math::exp);
        for (int row = 0; row < x.length; row += columns) {
            double sum = Arrays.stream(out, row, row + columns).sum();
            for (int i = row; i < row + columns; i++) {
                out[i] /= sum;
            }
        }
        return out;
    }

    static double[] squareError(double[] x, double[] y) {
        double[] out = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            out[i] = (x[i] - y[i]) * (x[i] - y[i]);
        }
        return out;
    }

    static double[] crossEntropy(double[] x, int columns, int... labels) {
        double[] out = new double[labels.length];
        for (int row = 0; row < labels.length; row++) {
            out[row] = -Math.log(x[row * columns + labels[row]]);
        }
        return out;
    }

    static double[] mean(double[] x) {
        return new double[] {Arrays.stream(x).average().orElseThrow()};
    }

    static double[] conv2d(
            Map<String, double[]> in,
            int batch,
            int channels,
            int size,
            int filters,
            int k,
            int stride,
            int padding,
            int dilation,
            int groups) {
        int side = (size + 2 * padding - dilation * (k - 1) - 1) / stride + 1;
        int seen = channels / groups;
        double[] out = new double[batch * filters * side * side];
        for (int i = 0; i < out.length; i++) {
            int column = i % side;
            int row = i / side % side;
            int filter = i / (side * side) % filters;
            int image = i / (side * side * filters);
            out[i] = of(in, "Bias")[filter];
            for (int j = 0; j < seen * k * k; j++) {
                int y = row * stride + j / k % k * dilation - padding;
                int x = column * stride + j % k * dilation - padding;
                if (y >= 0 && y < size && x >= 0 && x < size) {
                    int channel = filter / (filters / groups) * seen + j / (k * k);
                    out[i] += of(in, "Filter")[filter * seen * k * k + j]
                            * of(in, "Input")[((image * channels + channel) * size + y) * size + x];
                }
            }
        }
        return out;
    }

    static double[] pool2d(double[] x, int planes, int size, int k, int stride, boolean max, boolean ceil) {
        int side = (ceil ? Math.ceilDiv(size - k, stride) : (size - k) / stride) + 1;
        double[] out = new double[planes * side * side];
        for (int i = 0; i < out.length; i++) {
            int plane = i / (side * side) * size * size;
            int top = i / side % side * stride;
            int left = i % side * stride;
            double[] window = java.util.stream.IntStream.range(0, k * k)
                    .filter(j -> top + j / k < size && left + j % k < size)
                    .mapToDouble(j -> x[plane + (top + j / k) * size + left + j % k])
                    .toArray();
            out[i] = max ? Arrays.stream(window).max().orElseThrow() : mean(window)[0];
        }
        return out;
    }

    static double[] batchNorm(Map<String, double[]> in, int channels, int perChannel) {
        double[] x = of(in, "X");
        double[] out = new double[x.length];
        for (int channel = 0; channel < channels; channel++) {
            int c = channel;
            double[] values = java.util.stream.IntStream.range(0, x.length)
                    .filter(i -> i / perChannel % channels == c)
                    .mapToDouble(i -> x[i])
                    .toArray();
            double mean = mean(values)[0];
            double variance = mean(map(values, v -> (v - mean) * (v - mean)))[0];
            normalize(in, out, channel, channels, perChannel, mean, variance);
        }
        return out;
    }

    static double[] batchNormTest(
            Map<String, double[]> in, int channels, int perChannel, double mean, double variance) {
        double[] out = new double[of(in, "X").length];
        for (int channel = 0; channel < channels; channel++) {
            normalize(in, out, channel, channels, perChannel, mean, variance);
        }
        return out;
    }

    private static void normalize(
            Map<String, double[]> in,
            double[] out,
            int channel,
            int channels,
            int perChannel,
            double mean,
            double variance) {
        for (int i = 0; i < out.length; i++) {
            if (i / perChannel % channels == channel) {
                out[i] = of(in, "Scale")[channel] * (of(in, "X")[i] - mean) / Math.sqrt(variance + 1e-5)
                        + of(in, "Bias")[channel];
            }
        }
    }

    /** Central differences of mean((reference - TARGET)²) by each element of {@code slot}. */
    static double[] gradient(
            Function<Map<String, double[]>, double[]> reference, Map<String, double[]> inputs, String slot) {
        double[] gradient = new double[of(inputs, slot).length];
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = derivative(reference, inputs, slot, i);
        }
        return gradient;
    }

    /** As {@link #gradient}, by one {@code element}. */
    static double derivative(
            Function<Map<String, double[]>, double[]> reference,
            Map<String, double[]> inputs,
            String slot,
            int element) {
        return (loss(reference, inputs, slot, element, 1e-4) - loss(reference, inputs, slot, element, -1e-4)) / 2e-4;
    }

    private static double loss(
            Function<Map<String, double[]>, double[]> reference,
            Map<String, double[]> inputs,
            String slot,
            int element,
            double by) {
        Map<String, double[]> moved = new HashMap<>(inputs);
        double[] values = of(inputs, slot).clone();
        values[element] += by;
        moved.put(slot, values);
        return mean(map(reference.apply(moved), v -> (v - TARGET) * (v - TARGET)))[0];
    }

    static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }
}
