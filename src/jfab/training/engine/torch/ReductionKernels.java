package jfab.training.engine.torch;

import org.bytedeco.pytorch.Tensor;

/** Formulas that leave one number of all those along some dimensions. */
final class ReductionKernels {
    private ReductionKernels() {}

    /** A reduction of libtorch over several dimensions. */
    @FunctionalInterface
    interface Along {
        Tensor reduce(Tensor x, long[] dimensions, boolean keep);
    }

    /** The kernel of Out = reduction(X) along {@code dim}; never less than one dimension. */
    static Kernel of(Along reduction) {
        return (operator, step) -> {
            long[] dimensions =
                    operator.integers("dim").stream().mapToLong(Long::longValue).toArray();
            Tensor out = reduction.reduce(step.in(operator, "X"), dimensions, operator.flag("keep_dim"));
            step.out(operator, "Out", out.dim() == 0 ? out.reshape(1) : out);
        };
    }
}
