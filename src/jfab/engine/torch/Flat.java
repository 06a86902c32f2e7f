package jfab.engine.torch;

import java.time.Duration;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.AllreduceOptions;
import org.bytedeco.pytorch.ProcessGroup;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/**
 * Averages all gradients at once, when backward has ended: those of a small network would fill no more than one bucket.
 *
 * <p>Such a step takes a few milliseconds, and so does a thread that sleeps until others wake it, where all processors are busy
 * with other trainers. So this one stays awake for a while.
 */
final class Flat implements Averaging {
    private static final Duration AWAKE = Duration.ofMillis(20);

    private final List<Tensor> leaves;
    private final ProcessGroup group;

    Flat(List<Tensor> leaves, ProcessGroup group) {
        this.leaves = List.copyOf(leaves);
        this.group = group;
    }

    @Override
    public void backward(Tensor loss) {
        loss.backward();
        TensorVector gradients = new TensorVector();
        leaves.forEach(leaf -> gradients.push_back(leaf.grad().reshape(-1)));
        Tensor all = torch.cat(gradients);
        // What a failed exchange holds of its connections must not outlive it: their end tells the others.
        try (var _ = new PointerScope()) {
            await(group.allreduce(new TensorVector(all), new AllreduceOptions()));
        }
        all.div_(new Scalar((double) group.getSize()));
        long from = 0;
        for (Tensor leaf : leaves) {
            leaf.mutable_grad().put(all.narrow(0, from, leaf.numel()).view_as(leaf));
            from += leaf.numel();
        }
    }

    /** Failures of the exchange are thrown at the end. The yield lets Gloo's own threads work where all processors are taken. */
    @SuppressWarnings("ThreadPriorityCheck")
    private static void await(Work work) {
        long since = System.nanoTime();
        while (!work.isCompleted() && System.nanoTime() - since < AWAKE.toNanos()) {
            Thread.yield();
        }
        work._wait();
    }

    @Override
    public void close() {}
}
