package jfab.training.engine.torch.group;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** How the gradients of several trainers become their mean. */
sealed interface Averaging extends AutoCloseable permits Buckets, Flat {
    /** PyTorch's size in bytes: the first bucket is small, so that the exchange begins early. */
    long FIRST_BUCKET = 1L << 20;

    /**
     * What suits the size of a network.
     *
     * @param leaves what gradients are taken for; the same objects in every step
     */
    static Averaging of(List<Tensor> leaves, Meeting met, Crossing crossing) {
        long bytes = leaves.stream().mapToLong(Tensor::nbytes).sum();
        // Gloo takes no tensors of a device, and the reducer hands its buckets over as they are.
        return (crossing.away() && !met.direct()) || bytes <= FIRST_BUCKET
                ? new Flat(leaves, met, crossing)
                : new Buckets(leaves, met, crossing);
    }

    /** The mean over all trainers of the gradients of {@code loss}, by leaf; until the next call. That of the last leaf is on the host. */
    List<Tensor> backward(Tensor loss);

    @Override
    void close();
}
