package jfab.engine.torch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolVector;
import org.bytedeco.pytorch.ProcessGroup;
import org.bytedeco.pytorch.Reducer;
import org.bytedeco.pytorch.SizeTStringMap;
import org.bytedeco.pytorch.SizeTVector;
import org.bytedeco.pytorch.SizeTVectorVector;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** c10d's reducer: averages gradients over a process group, bucket by bucket, as soon as backward has filled one. */
final class Buckets implements AutoCloseable {
    /** PyTorch's sizes in bytes: the first bucket is small, so that the exchange begins early. */
    private static final long FIRST = 1L << 20;

    private static final long OTHERS = 25L << 20;

    private final List<Tensor> parameters;
    private final Reducer reducer;

    /**
     * @param parameters leaves that gradients are taken for; the same objects in every step
     */
    Buckets(List<Tensor> parameters, ProcessGroup group) {
        this.parameters = List.copyOf(parameters);
        try (var _ = new PointerScope()) {
            TensorVector all = new TensorVector(parameters.toArray(Tensor[]::new));
            boolean[] dense = new boolean[parameters.size()];
            reducer = new Reducer(
                    all,
                    assigned(all),
                    group,
                    new BoolVector(dense),
                    OTHERS,
                    false,
                    false,
                    new SizeTStringMap(),
                    FIRST,
                    false,
                    false);
            reducer.retainReference();
        }
    }

    /** Last parameters first, because their gradients are the first to be there. */
    private static SizeTVectorVector assigned(TensorVector parameters) {
        SizeTVectorVector inOrder = torch.compute_bucket_assignment_by_size(
                        parameters, new SizeTVector(new long[] {FIRST, OTHERS}))
                .get0();
        List<SizeTVector> buckets = new ArrayList<>(List.of(inOrder.get()));
        Collections.reverse(buckets);
        return new SizeTVectorVector(buckets.toArray(SizeTVector[]::new));
    }

    /** The mean over all trainers of the gradients of {@code loss}, in the order of the parameters. */
    List<Tensor> backward(Tensor loss) {
        reducer.rebuild_buckets();
        reducer.prepare_for_forward();
        reducer.prepare_for_backward(new TensorVector());
        loss.backward();
        List<Tensor> gradients = new ArrayList<>();
        for (Tensor parameter : parameters) {
            // A handle of its own: what grad() gives is the slot that is emptied next.
            gradients.add(parameter.grad().detach());
            // Else the next step's would be added to it.
            parameter.mutable_grad().reset();
        }
        return gradients;
    }

    @Override
    public void close() {
        reducer.releaseReference();
    }
}
