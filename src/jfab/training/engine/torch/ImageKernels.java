package jfab.training.engine.torch;

import java.util.List;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.T_TensorTensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.MemoryFormat;

/** Formulas over images of shape [n, channels, height, width]. */
final class ImageKernels {
    private static final long[] ONCE = {1, 1};

    private ImageKernels() {}

    /** Output = Input * Filter + Bias. */
    static void conv2d(Operator operator, Step step) {
        Tensor images = step.in(operator, "Input");
        long groups = operator.integer("groups");
        Tensor filter = step.precise(step.in(operator, "Filter"));
        TensorOptional bias = operator.inputs("Bias").isEmpty()
                ? new TensorOptional()
                : new TensorOptional(step.precise(step.in(operator, "Bias")));
        Tensor product = apart(images, groups, step.memory())
                ? unfolded(operator, step.precise(images), filter, bias)
                : torch.conv2d(
                        step.precise(channelsLast(images, step.memory())),
                        filter,
                        bias,
                        square(operator, "stride"),
                        square(operator, "padding"),
                        square(operator, "dilation"),
                        groups);
        step.out(operator, "Output", step.precisely(product));
    }

    /**
     * Whether each channel has filters of its own and oneDNN, which computes convolutions on a CPU, would be wrong without a word: oneDNN 3.7.1,
     * as it comes with libtorch 2.10, uses only the first element of such filters in many derivatives, and with AVX-512 in some products.
     */
    private static boolean apart(Tensor images, long groups, DeviceMemory memory) {
        return groups == images.size(1) && (groups > 1 || images.requires_grad()) && !memory.away();
    }

    /** A convolution as one product of matrices per group. */
    private static Tensor unfolded(Operator operator, Tensor images, Tensor filter, TensorOptional bias) {
        long groups = operator.integer("groups");
        long[] size = {filter.size(2), filter.size(3)};
        Tensor windows = torch.im2col(
                images, size, square(operator, "dilation"), square(operator, "padding"), square(operator, "stride"));
        long each = filter.size(1) * size[0] * size[1];
        Tensor product = filter.reshape(1, groups, -1, each)
                .matmul(windows.view(windows.size(0), groups, each, windows.size(2)))
                .view(windows.size(0), filter.size(0), along(operator, images.size(2), size[0]), -1);
        return bias.has_value() ? product.add(bias.get().view(-1, 1, 1)) : product;
    }

    /** How many windows lie along a side of {@code length} pixels. */
    private static long along(Operator operator, long length, long size) {
        long reach = operator.integer("dilation") * (size - 1) + 1;
        return (length + 2 * operator.integer("padding") - reach) / operator.integer("stride") + 1;
    }

    /** Out = max or mean of each window of X. Padding counts for neither. */
    static void pool2d(Operator operator, Step step) {
        Tensor x = step.in(operator, "X");
        long[] size = operator.flag("global_pooling") ? new long[] {x.size(2), x.size(3)} : square(operator, "ksize");
        boolean ceil = operator.flag("ceil_mode");
        long[] stride = square(operator, "stride");
        long[] padding = square(operator, "padding");
        step.out(
                operator,
                "Out",
                operator.text("pooling_type").equals("max")
                        ? torch.max_pool2d(x, size, stride, padding, ONCE, ceil)
                        : torch.avg_pool2d(x, size, stride, padding, ceil, false, new LongOptional()));
    }

    /**
     * Y = Scale (X - mean) / sqrt(variance + epsilon) + Bias, with the mean and the biased variance of the batch.
     *
     * <p>Each moving statistic becomes {@code momentum * old + (1 - momentum) * new}. Fluid moves the biased variance, PyTorch
     * the unbiased one; hence libtorch is not given ours to move.
     */
    static void batchNorm(Operator operator, Step step) {
        boolean test = operator.flag("is_test");
        double epsilon = operator.real("epsilon");
        Tensor mean = step.stored(operator.input("Mean"));
        Tensor variance = step.stored(operator.input("Variance"));
        T_TensorTensorTensor_T result = torch.native_batch_norm(
                step.in(operator, "X"),
                new TensorOptional(step.in(operator, "Scale")),
                new TensorOptional(step.in(operator, "Bias")),
                test ? new TensorOptional(mean) : new TensorOptional(),
                test ? new TensorOptional(variance) : new TensorOptional(),
                !test,
                0,
                epsilon);
        step.out(operator, "Y", result.get0());
        if (!test) {
            Tensor inverse = result.get2().detach();
            Tensor batchVariance = inverse.pow(new Scalar(-2)).sub(new Scalar(epsilon));
            Scalar share = new Scalar(1 - operator.real("momentum"));
            step.atEnd(List.of(mean, variance), () -> {
                mean.lerp_(result.get1().detach(), share);
                variance.lerp_(batchVariance, share);
            });
        }
    }

    /**
     * The same images with the channels of a pixel side by side, which convolutions take as they are on the CPU and in tensor cores and whatever comes
     * after them keeps; other images they would rearrange each time.
     */
    private static Tensor channelsLast(Tensor images, DeviceMemory memory) {
        if (!memory.channelsLast()) {
            return images;
        }
        long channels = images.size(1);
        long[] shape = {images.size(0), channels, images.size(2), images.size(3)};
        Tensor laid = images.contiguous(MemoryFormat.ChannelsLast);
        if (channels > 1 && shape[2] * shape[3] > 1) {
            return laid;
        }
        // With one channel or one pixel both orders are the same, and only the strides tell libtorch which is meant.
        return laid.as_strided(shape, new long[] {channels * shape[2] * shape[3], 1, channels * shape[3], channels});
    }

    private static long[] square(Operator operator, String attribute) {
        return new long[] {operator.integer(attribute), operator.integer(attribute)};
    }
}
