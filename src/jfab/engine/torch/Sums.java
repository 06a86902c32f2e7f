package jfab.engine.torch;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Sums over all trainers: of gradients, and of the numbers that all have to know.
 *
 * <p>The numbers go along as one more gradient: to exchange them by themselves would be one more moment in every step in which
 * the trainers wait for each other.
 */
final class Sums implements AutoCloseable {
    /**
     * What a step came to in all trainers together.
     *
     * @param gradients in the order of the parameters
     * @param samples exact up to 2^24
     * @param busy how many trainers still train
     * @param marked whether there shall be a checkpoint after this step
     */
    record Total(List<Tensor> gradients, long samples, long busy, boolean marked) {}

    private final List<Tensor> parameters;
    private final int size;
    /** Its gradient is what is told. */
    private final Tensor tally;

    private final Averaging averaging;

    /**
     * @param parameters leaves that gradients are taken for; the same objects in every step
     */
    Sums(List<Tensor> parameters, Meeting met) {
        this.parameters = List.copyOf(parameters);
        size = met.group().getSize();
        try (var _ = new PointerScope()) {
            Tensor zeros = torch.zeros(3);
            tally = (parameters.isEmpty() ? zeros : onDevice(zeros, parameters.getFirst())).set_requires_grad(true);
            tally.retainReference();
        }
        List<Tensor> leaves = new ArrayList<>(parameters);
        leaves.add(tally);
        averaging = Averaging.of(leaves, met);
    }

    /**
     * The sums over all trainers.
     *
     * @param loss of which this trainer's gradients are taken; null for zeros
     * @param samples of this trainer
     * @param busy whether this trainer still trains
     * @param mark whether it wants a checkpoint after this step
     */
    Total backward(@Nullable Tensor loss, long samples, boolean busy, boolean mark) {
        Tensor told = tally.dot(onDevice(torch.tensor((float) samples, busy ? 1f : 0f, mark ? 1f : 0f), tally));
        Tensor summand = loss == null ? nothing() : loss.mul(new Scalar((double) size));
        List<Tensor> all = averaging.backward(summand.add(told));
        Tensor means = all.getLast();
        return new Total(all.subList(0, parameters.size()), sum(means, 0), sum(means, 1), sum(means, 2) > 0);
    }

    private long sum(Tensor means, long index) {
        return Math.round(means.select(0, index).item().toDouble() * size);
    }

    /** A loss whose gradients are 0. */
    private Tensor nothing() {
        Tensor sum = tally.sum();
        for (Tensor parameter : parameters) {
            sum = sum.add(parameter.sum());
        }
        return sum.mul(new Scalar(0));
    }

    private static Tensor onDevice(Tensor numbers, Tensor like) {
        return numbers.to(like.device(), ScalarType.Float);
    }

    @Override
    public void close() {
        averaging.close();
        tally.releaseReference();
    }
}
