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
        long each = each(operator, step);
        Tensor out = switch (operator.text("pooltype")) {
            case "sum" -> sum(x, lengths, each);
            case "average" -> sum(x, lengths, each).div(divisor(lengths));
            case "sqrt" -> sum(x, lengths, each).div(divisor(lengths).sqrt());
            case "max" -> max(x, lengths, each, step);
            case "first" -> row(x, lengths, lengths.cumsum(0).sub(lengths));
            case "last" -> row(x, lengths, lengths.cumsum(0).sub(new Scalar(1L)));
            default -> throw new IllegalArgumentException("pooltype " + operator.text("pooltype"));
        };
        step.out(operator, "Out", out);
    }

    /**
     * Out[total, m] = the context_length rows from context_start on around each row, zeros beyond its sequence, by Filter[context_length d, m].
     *
     * <p>Sequences of one length are images of a single line. Others are one such image, with so many zeros between them that no context
     * reaches from one into the next.
     */
    static void convolution(Operator operator, Step step) {
        Tensor x = step.in(operator, "X");
        Tensor lengths = step.in(operator, "Lengths");
        Tensor filter = step.in(operator, "Filter");
        long size = operator.integer("context_length");
        long start = operator.integer("context_start");
        long each = each(operator, step);
        boolean unfolded = step.memory().away() || x.size(1) == 1;
        if (each > 0 && 2 * start == 1 - size && !unfolded) {
            Tensor lines = x.reshape(lengths.size(0), 1, each, x.size(1));
            step.out(operator, "Out", convolved(lines, filter, size, -start, step));
            return;
        }
        long gap = Math.max(Math.abs(start), Math.abs(start + size - 1));
        long pixels = Math.max(size, x.size(0) + (lengths.size(0) + 1) * gap);
        Tensor place = range(x.size(0), step)
                .add(owners(lengths, x.size(0)).add(new Scalar(1L)).mul(new Scalar(gap)));
        Tensor line = x.detach().new_zeros(pixels, x.size(1)).index_copy_(0, place, x);
        Tensor rows = place.add(new Scalar(start));
        step.out(
                operator,
                "Out",
                unfolded
                        ? ForwardKernels.product(contexts(line, size, rows), filter, step)
                        : convolved(line.view(1, 1, pixels, x.size(1)), filter, size, 0, step)
                                .index_select(0, rows));
    }

    /** The {@code size} rows of {@code line} from each of {@code rows} on, side by side. */
    private static Tensor contexts(Tensor line, long size, Tensor rows) {
        return line.unfold(0, size, 1).index_select(0, rows).permute(0, 2, 1).flatten(1, 2);
    }

    /**
     * The same for all rows of {@code lines}[n, 1, length, d] with {@code padding} zeros around each line, times {@code filter}, which a CPU
     * does sooner, and wrong where d is 1 ({@link ImageKernels}); what cuDNN makes of it has not been seen.
     */
    private static Tensor convolved(Tensor lines, Tensor filter, long size, long padding, Step step) {
        Tensor product = step.precisely(torch.conv2d(
                step.precise(lines.permute(0, 3, 1, 2)),
                step.precise(filter.view(size, lines.size(3), filter.size(1))
                        .permute(2, 1, 0)
                        .unsqueeze(2)),
                new TensorOptional(),
                new long[] {1},
                new long[] {0, padding},
                new long[] {1},
                1));
        return product.permute(0, 2, 3, 1).flatten(0, 2);
    }

    /** How many rows each sequence of {@code operator} has, where that is the same for all and not 0; else 0. */
    private static long each(Operator operator, Step step) {
        long[] lengths = step.longs(operator.input("Lengths"));
        for (long length : lengths) {
            if (length != lengths[0]) {
                return 0;
            }
        }
        return lengths.length == 0 ? 0 : lengths[0];
    }

    private static Tensor sum(Tensor x, Tensor lengths, long each) {
        return each > 0 ? x.reshape(-1, each, x.size(1)).sum(1) : reduced(x, lengths, "sum");
    }

    /**
     * The gradient is that of the first of several rows that are the largest, as in Fluid: libtorch's own derivative gives it to each of
     * them whole where it is negative.
     */
    private static Tensor max(Tensor x, Tensor lengths, long each, Step step) {
        if (each > 0) {
            return x.reshape(-1, each, x.size(1)).max(1).get0();
        }
        long rows = x.size(0);
        if (rows == 0) {
            return none(x, lengths);
        }
        Tensor known = x.detach();
        Tensor largest = reduced(known, lengths, "max");
        Scalar last = new Scalar(rows - 1.0);
        Tensor places = torch.where(
                known.ge(repeated(largest, lengths, rows)),
                range(rows, step).to(ScalarType.Double).unsqueeze(1),
                last);
        Tensor first = reduced(places, lengths, "min").clamp_max(last).to(ScalarType.Long);
        return torch.where(largest.isnan(), largest, x.gather(0, first))
                .masked_fill(lengths.eq(new Scalar(0L)).unsqueeze(1), new Scalar(0.0));
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
            return none(x, lengths);
        }
        Tensor rows = x.index_select(
                0, index.clamp(new ScalarOptional(new Scalar(0L)), new ScalarOptional(new Scalar(x.size(0) - 1))));
        return rows.mul(lengths.gt(new Scalar(0L)).unsqueeze(1).to(x.scalar_type()));
    }

    /** Zeros whose gradient is that of X, which has no rows, nevertheless. */
    private static Tensor none(Tensor x, Tensor lengths) {
        return x.sum(0).expand(lengths.size(0), x.size(1));
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
