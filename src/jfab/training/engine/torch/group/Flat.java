package jfab.training.engine.torch.group;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Averages all gradients at once, when backward has ended: those of a small network would fill no more than one bucket.
 *
 * <p>Backward adds them up in one piece of memory, in which they travel and are averaged as well.
 */
final class Flat implements Averaging {
    private final List<Tensor> leaves;
    private final Meeting met;
    private final Crossing crossing;
    private final Tensor all;
    /** By leaf, inside {@link #all}. */
    private final List<Tensor> gradients = new ArrayList<>();

    Flat(List<Tensor> leaves, Meeting met, Crossing crossing) {
        this.leaves = List.copyOf(leaves);
        this.met = met;
        this.crossing = crossing;
        try (var _ = new PointerScope()) {
            long numbers = leaves.stream().mapToLong(Tensor::numel).sum();
            all = torch.empty(new long[] {numbers}, leaves.getFirst().options(), null);
            all.retainReference();
            long from = 0;
            for (Tensor leaf : leaves) {
                Tensor gradient = all.narrow(0, from, leaf.numel()).view_as(leaf);
                gradient.retainReference();
                leaf.mutable_grad().put(gradient);
                gradients.add(gradient);
                from += leaf.numel();
            }
        }
    }

    @Override
    public List<Tensor> backward(Tensor loss) {
        all.zero_();
        loss.backward();
        Scalar trainers = new Scalar((double) met.group().getSize());
        if (!crossing.away() || met.direct()) {
            met.sum(all);
            all.div_(trainers);
            return withLast(crossing.fetch(gradients.getLast(), met.watch()));
        }
        Tensor here = crossing.fetch(all);
        met.sum(here);
        crossing.upload(all, here);
        all.div_(trainers);
        long last = gradients.getLast().numel();
        return withLast(here.narrow(0, here.numel() - last, last).div(trainers));
    }

    private List<Tensor> withLast(Tensor last) {
        List<Tensor> means = new ArrayList<>(gradients.subList(0, gradients.size() - 1));
        means.add(last);
        return means;
    }

    @Override
    public void close() {
        leaves.forEach(leaf -> leaf.mutable_grad().reset());
        gradients.forEach(Tensor::releaseReference);
        all.releaseReference();
    }
}
