package jfab.training.engine.torch;

import jfab.training.program.Operator;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Formulas over sequences that lie one after the other: X[total, d], of which sequence i has the next Lengths[i] rows. */
final class SequenceKernels {
    private SequenceKernels() {}

    /** Out[n, d] = one row of each sequence's rows; zeros for a sequence without rows. */
    static void pool(Operator operator, Step step) {
        Tensor x = step.in(operator, "X");
        Tensor lengths = step.in(operator, "Lengths");
        Tensor ends = lengths.cumsum(0);
        Tensor out = switch (operator.text("pooltype")) {
            case "sum" -> sum(x, lengths);
            case "average" -> sum(x, lengths).div(divisor(lengths));
            case "sqrt" -> sum(x, lengths).div(divisor(lengths).sqrt());
            case "max" -> max(x, lengths);
            case "first" -> row(x, lengths, ends.sub(lengths));
            case "last" -> row(x, lengths, ends.sub(new Scalar(1L)));
            default -> throw new IllegalArgumentException("pooltype " + operator.text("pooltype"));
        };
        step.out(operator, "Out", out);
    }

    /**
     * Out[total, m] = the context_length rows from context_start on around each row, zeros beyond its sequence, by Filter[context_length d, m].
     *
     * <p>All sequences are one image of a single line, with so many zeros between them that no context reaches from one into the next.
     */
    static void convolution(Operator operator, Step step) {
        Tensor x = step.in(operator, "X");
        Tensor lengths = step.in(operator, "Lengths");
        Tensor filter = step.in(operator, "Filter");
        long size = operator.integer("context_length");
        long start = operator.integer("context_start");
        long gap = Math.max(Math.abs(start), Math.abs(start + size - 1));
        long pixels = Math.max(size, x.size(0) + (lengths.size(0) + 1) * gap);
        Tensor place = range(x.size(0), step)
                .add(owners(lengths, x.size(0)).add(new Scalar(1L)).mul(new Scalar(gap)));
        Tensor line = x.detach().new_zeros(pixels, x.size(1)).index_copy_(0, place, x);
        Tensor rows = place.add(new Scalar(start));
        step.out(
                operator,
                "Out",
                step.memory().away()
                        ? ForwardKernels.product(contexts(line, size, rows), filter, step)
                        : convolved(line, filter, size, step).index_select(0, rows));
    }

    /** The {@code size} rows of {@code line} from each of {@code rows} on, side by side. */
    private static Tensor contexts(Tensor line, long size, Tensor rows) {
        return line.unfold(0, size, 1).index_select(0, rows).permute(0, 2, 1).flatten(1, 2);
    }

    /** The same for all rows, times {@code filter}, which a CPU does sooner; what cuDNN makes of it has not been seen. */
    private static Tensor convolved(Tensor line, Tensor filter, long size, Step step) {
        long width = line.size(1);
        Tensor product = step.precisely(torch.conv2d(
                step.precise(line.view(1, 1, line.size(0), width).permute(0, 3, 1, 2)),
                step.precise(filter.view(size, width, filter.size(1))
                        .permute(2, 1, 0)
                        .unsqueeze(2))));
        return product.permute(0, 2, 3, 1).flatten(0, 2);
    }

    private static Tensor sum(Tensor x, Tensor lengths) {
        return reduced(x, lengths, "sum");
    }

    private static Tensor max(Tensor x, Tensor lengths) {
        return reduced(x, lengths, "max").masked_fill(lengths.eq(new Scalar(0L)).unsqueeze(1), new Scalar(0.0));
    }

    /** Lengths are not looked at: they have been when they were fed. */
    private static Tensor reduced(Tensor x, Tensor lengths, String reduction) {
        return torch.segment_reduce(
                x,
                reduction,
                new TensorOptional(lengths),
                new TensorOptional(),
                new TensorOptional(),
                0,
                true,
                new ScalarOptional());
    }

    /** Row {@code index[i]} of X for sequence i. */
    private static Tensor row(Tensor x, Tensor lengths, Tensor index) {
        if (x.size(0) == 0) {
            // Zeros whose gradient is X's nevertheless, which has no rows either.
            return x.sum(0).expand(lengths.size(0), x.size(1));
        }
        Tensor rows = x.index_select(
                0, index.clamp(new ScalarOptional(new Scalar(0L)), new ScalarOptional(new Scalar(x.size(0) - 1))));
        return rows.mul(lengths.gt(new Scalar(0L)).unsqueeze(1).to(x.scalar_type()));
    }

    private static Tensor divisor(Tensor lengths) {
        return lengths.clamp(new ScalarOptional(new Scalar(1L)))
                .to(ScalarType.Float)
                .unsqueeze(1);
    }

    /** The number of the sequence that each row belongs to. */
    private static Tensor owners(Tensor lengths, long rows) {
        return torch.repeat_interleave(lengths, new LongOptional(rows));
    }

    /** Each of {@code values} as often as its length says, {@code rows} in all: told, nobody has to wait for their sum. */
    static Tensor repeated(Tensor values, Tensor lengths, long rows) {
        return values.index_select(0, owners(lengths, rows));
    }

    /** 0, 1, ..., count - 1. */
    private static Tensor range(long count, Step step) {
        return torch.arange(new Scalar(count), step.memory().options(ScalarType.Long));
    }
}
