package jfab.training.engine.torch.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolVector;
import org.bytedeco.pytorch.Reducer;
import org.bytedeco.pytorch.SizeTStringMap;
import org.bytedeco.pytorch.SizeTVector;
import org.bytedeco.pytorch.SizeTVectorVector;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** c10d's reducer: averages gradients bucket by bucket, as soon as backward has filled one. */
final class Buckets implements Averaging {
    private static final long OTHERS = 25L << 20;

    private final List<Tensor> leaves;
    private final Meeting met;
    private final Crossing crossing;
    private final Reducer reducer;

    /**
     * @param leaves what gradients are taken for; the same objects in every step
     */
    Buckets(List<Tensor> leaves, Meeting met, Crossing crossing) {
        this.leaves = List.copyOf(leaves);
        this.met = met;
        this.crossing = crossing;
        try (var _ = new PointerScope()) {
            TensorVector all = new TensorVector(leaves.toArray(Tensor[]::new));
            boolean[] dense = new boolean[leaves.size()];
            reducer = new Reducer(
                    all,
                    assigned(all),
                    met.group(),
                    new BoolVector(dense),
                    OTHERS,
                    false,
                    false,
                    new SizeTStringMap(),
                    FIRST_BUCKET,
                    false,
                    false);
            reducer.retainReference();
        }
    }

    /** Last parameters first, because their gradients are the first to be there. */
    private static SizeTVectorVector assigned(TensorVector leaves) {
        SizeTVectorVector inOrder = torch.compute_bucket_assignment_by_size(
                        leaves, new SizeTVector(new long[] {FIRST_BUCKET, OTHERS}))
                .get0();
        List<SizeTVector> buckets = new ArrayList<>(List.of(inOrder.get()));
        Collections.reverse(buckets);
        return new SizeTVectorVector(buckets.toArray(SizeTVector[]::new));
    }

    @Override
    public List<Tensor> backward(Tensor loss) {
        reducer.rebuild_buckets();
        reducer.prepare_for_forward();
        reducer.prepare_for_backward(new TensorVector());
        loss.backward();
        List<Tensor> means = new ArrayList<>();
        leaves.forEach(leaf -> means.add(taken(leaf)));
        means.add(crossing.fetch(means.removeLast(), met.watch()));
        return means;
    }

    private static Tensor taken(Tensor leaf) {
        // A handle of its own: what grad() gives is the slot that is emptied next.
        Tensor gradient = leaf.grad().detach();
        // Else the next step's would be added to it.
        leaf.mutable_grad().reset();
        return gradient;
    }

    @Override
    public void close() {
        reducer.releaseReference();
    }
}
