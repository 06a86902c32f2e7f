package jfab.training.engine.torch.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Sums over all trainers: of gradients, and of the numbers that all have to know.
 *
 * <p>The numbers go along as one more gradient: to exchange them by themselves would be one more moment in every step in which
 * the trainers wait for each other.
 */
public final class Sums implements AutoCloseable {
    /**
     * What a step came to in all trainers together.
     *
     * @param gradients by parameter
     * @param samples exact up to 2^24
     * @param busy how many trainers still train
     * @param marked whether there shall be a checkpoint after this step
     */
    public record Total(Map<String, Tensor> gradients, long samples, long busy, boolean marked) {}

    private final Map<String, Tensor> parameters;
    private final Crossing crossing;
    private final int size;
    /** Its gradient is what is told. */
    private final Tensor tally;

    private final Averaging averaging;

    /**
     * @param parameters leaves that gradients are taken for, by name; the same objects in every step, in the same order in all trainers
     * @param crossing to the memory that they are in
     */
    public Sums(Map<String, Tensor> parameters, Meeting met, Crossing crossing) {
        this.parameters = new LinkedHashMap<>(parameters);
        this.crossing = crossing;
        size = met.group().getSize();
        try (var _ = new PointerScope()) {
            tally = crossing.bring(torch.zeros(3)).set_requires_grad(true);
            tally.retainReference();
        }
        List<Tensor> leaves = new ArrayList<>(parameters.values());
        leaves.add(tally);
        averaging = Averaging.of(leaves, met, crossing);
    }

    /** Whether these are sums for all of {@code names}. */
    public boolean cover(Set<String> names) {
        return parameters.keySet().containsAll(names);
    }

    /**
     * The sums over all trainers.
     *
     * @param loss of which this trainer's gradients are taken; null for zeros
     * @param trained the parameters that lead to it; the gradients of the others are zeros as well
     * @param samples of this trainer
     * @param busy whether this trainer still trains
     * @param mark whether it wants a checkpoint after this step
     */
    public Total backward(@Nullable Tensor loss, Collection<String> trained, long samples, boolean busy, boolean mark) {
        Tensor told = tally.dot(crossing.bring(torch.tensor((float) samples, busy ? 1f : 0f, mark ? 1f : 0f)));
        Tensor rest = nothing(loss == null ? Set.of() : trained);
        Tensor summand =
                loss == null ? rest : loss.mul(new Scalar((double) size)).add(rest);
        List<Tensor> all = averaging.backward(summand.add(told));
        Map<String, Tensor> gradients = new LinkedHashMap<>();
        parameters.keySet().forEach(name -> gradients.put(name, all.get(gradients.size())));
        Tensor means = all.getLast();
        return new Total(gradients, sum(means, 0), sum(means, 1), sum(means, 2) > 0);
    }

    private long sum(Tensor means, long index) {
        return Math.round(means.select(0, index).item().toDouble() * size);
    }

    /** A loss whose gradients are 0, by all parameters but {@code trained}: c10d's reducer waits for one of each. */
    private Tensor nothing(Collection<String> trained) {
        Tensor sum = tally.sum();
        for (Map.Entry<String, Tensor> parameter : parameters.entrySet()) {
            if (!trained.contains(parameter.getKey())) {
                sum = sum.add(parameter.getValue().sum());
            }
        }
        return sum.mul(new Scalar(0));
    }

    @Override
    public void close() {
        averaging.close();
        tally.releaseReference();
    }
}
