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
        step.out(
                operator,
                "Output",
                step.precisely(torch.conv2d(
                        step.precise(channelsLast(step.in(operator, "Input"), step.memory())),
                        step.precise(step.in(operator, "Filter")),
                        operator.inputs("Bias").isEmpty()
                                ? new TensorOptional()
                                : new TensorOptional(step.precise(step.in(operator, "Bias"))),
                        square(operator, "stride"),
                        square(operator, "padding"),
                        square(operator, "dilation"),
                        operator.integer("groups"))));
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
        if (images.size(1) != 1) {
            return images.contiguous(MemoryFormat.ChannelsLast);
        }
        // With one channel both orders are the same, and only the strides tell libtorch which is meant.
        long width = images.size(3);
        long pixels = images.size(2) * width;
        long[] shape = {images.size(0), 1, images.size(2), width};
        return images.contiguous().as_strided(shape, new long[] {pixels, 1, width, 1});
    }

    private static long[] square(Operator operator, String attribute) {
        return new long[] {operator.integer(attribute), operator.integer(attribute)};
    }
}
