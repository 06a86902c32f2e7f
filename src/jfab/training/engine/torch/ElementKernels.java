package jfab.training.engine.torch;

import java.util.Arrays;
import java.util.function.BinaryOperator;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Formulas over the elements of their inputs. */
final class ElementKernels {
    private static final long[] COLUMNS = {1};

    private ElementKernels() {}

    /** The kernel of Out = X function Y, where the first dimension of Y belongs to dimension {@code axis} of X. */
    static Kernel of(BinaryOperator<Tensor> function) {
        return (operator, step) -> {
            Tensor x = step.in(operator, "X");
            Tensor y = step.in(operator, "Y");
            int trailing = Math.toIntExact(x.dim() - y.dim() - operator.integer("axis"));
            step.out(operator, "Out", function.apply(x, trailing == 0 ? y : y.view(padded(y, trailing))));
        };
    }

    /** Out = scale X + bias, or scale (X + bias). */
    static void scale(Operator operator, Step step) {
        Tensor x = step.in(operator, "X");
        Scalar factor = new Scalar(operator.real("scale"));
        Scalar bias = new Scalar(operator.real("bias"));
        step.out(
                operator,
                "Out",
                operator.flag("bias_after_scale")
                        ? x.mul(factor).add(bias)
                        : x.add(bias).mul(factor));
    }

    /** Out = X_0 + X_1 + ... */
    static void sum(Operator operator, Step step) {
        step.out(
                operator,
                "Out",
                step.values(operator.inputs("X")).stream().reduce(Tensor::add).orElseThrow());
    }

    /** Out[1] = mean of all elements of X. */
    static void mean(Operator operator, Step step) {
        step.outMean(operator, step.in(operator, "X").mean());
    }

    /** Out[n, 1] = X Y / (|X| |Y|) per row, the norms at least 1e-4 as in Fluid, so that zeros have the cosine 0 and a gradient that can be used. */
    static void cosSim(Operator operator, Step step) {
        Tensor x = step.in(operator, "X");
        Tensor y = step.in(operator, "Y");
        // libtorch's own divides all elements by the norms, and derives each of these divisions.
        step.out(
                operator,
                "Out",
                x.mul(y).sum(COLUMNS, true, new ScalarTypeOptional()).div(norm(x).mul(norm(y))));
    }

    private static Tensor norm(Tensor rows) {
        return torch.linalg_vector_norm(rows, new Scalar(2.0), COLUMNS, true, new ScalarTypeOptional())
                .clamp_min(new Scalar(1e-4));
    }

    /** A reduction of libtorch over several dimensions. */
    @FunctionalInterface
    interface Along {
        Tensor reduce(Tensor x, long[] dimensions, boolean keep);
    }

    /** The kernel of Out = reduction(X) along {@code dim}; never less than one dimension. */
    static Kernel along(Along reduction) {
        return (operator, step) -> {
            long[] dimensions =
                    operator.integers("dim").stream().mapToLong(Long::longValue).toArray();
            Tensor out = reduction.reduce(step.in(operator, "X"), dimensions, operator.flag("keep_dim"));
            step.out(operator, "Out", out.dim() == 0 ? out.reshape(1) : out);
        };
    }

    private static long[] padded(Tensor y, int trailing) {
        long[] shape = y.sizes().vec().get();
        long[] padded = Arrays.copyOf(shape, shape.length + trailing);
        Arrays.fill(padded, shape.length, padded.length, 1);
        return padded;
    }
}
