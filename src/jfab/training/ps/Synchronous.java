package jfab.training.ps;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.program.transpile.ServerVariables;
import jfab.training.ps.wire.Message.NormParts;
import jfab.training.ps.wire.SliceView;
import org.jspecify.annotations.Nullable;

/**
 * A step is done when every live trainer has pushed: the optimizer runs once on the mean of their gradients, and pulls of the
 * next step are answered.
 *
 * <p>Gradients are added up in the order of ranks when all are there, so that the sum does not depend on who came first.
 */
final class Synchronous implements Mode {
    private final Members members;
    private final SliceStore store;
    private final HostTensor samples;
    private final Map<String, Tensor> feed = new HashMap<>();
    private long step;

    /** The gradients of a step that waits for its norms. */
    private @Nullable Map<String, Tensor> measured;

    Synchronous(Members members, SliceStore store) {
        this.members = members;
        this.store = store;
        samples = HostTensor.zeros(Shape.of(members.size()), DataType.FLOAT32);
        feed.put(ServerVariables.SAMPLES, samples);
        for (int trainer = 0; trainer < members.size(); trainer++) {
            int rank = trainer;
            store.gradients(trainer)
                    .forEach((slice, gradient) -> feed.put(ServerVariables.gradient(slice, rank), gradient));
        }
    }

    @Override
    public boolean push(JoinedTrainer member, long lag) {
        finishStep();
        return true;
    }

    @Override
    public void resume(long resumed) {
        step = resumed;
    }

    @Override
    public void leave() {
        finishStep();
    }

    @Override
    public void norms(long told, List<Double> squares) {
        Map<String, Tensor> waiting = measured;
        // Every trainer tells what the first one told.
        if (waiting != null && told == step) {
            measured = null;
            store.optimize(waiting, squares);
            beginNext();
        }
    }

    @Override
    public boolean serves(JoinedTrainer member) {
        return member.wanted() == step;
    }

    @Override
    public List<SliceView> values(JoinedTrainer member) {
        return store.parameters();
    }

    @Override
    public long changes() {
        return step;
    }

    @Override
    public IntStream blocking() {
        boolean held = members.live().stream().anyMatch(JoinedTrainer::pushed);
        return held ? members.ranks(member -> !member.pushed()) : IntStream.empty();
    }

    @Override
    public String awaited() {
        return measured == null
                ? members.name(members.ranks(member -> !member.pushed())) + " to finish step " + step
                : members.name(members.ranks(_ -> true)) + " to add up the norms of step " + step;
    }

    private void finishStep() {
        boolean done = members.complete() && members.live().stream().allMatch(JoinedTrainer::pushed);
        if (!done || measured != null || members.live().isEmpty()) {
            return;
        }
        long[] weights = new long[members.size()];
        members.all().forEach(member -> weights[member.rank()] = member.samples());
        if (LongStream.of(weights).sum() == 0) {
            beginNext();
            return;
        }
        store.beginStep(LongStream.of(weights).sum());
        Map<String, Tensor> gradients = weigh(weights);
        if (store.norms() == 0) {
            store.optimize(gradients);
            beginNext();
        } else {
            measured = gradients;
            NormParts parts = new NormParts(step, store.measure(gradients));
            members.live().forEach(member -> member.link().send(parts));
        }
    }

    private void beginNext() {
        step++;
        members.all().forEach(JoinedTrainer::nextStep);
    }

    private Map<String, Tensor> weigh(long[] weights) {
        ByteBuffer bytes = samples.bytes(0, Math.toIntExact(samples.byteSize()));
        for (int trainer = 0; trainer < weights.length; trainer++) {
            bytes.putFloat((float) weights[trainer]);
            if (weights[trainer] == 0) {
                // 0 times what is not a number would still not be a number.
                store.clear(trainer);
            }
        }
        double sum = LongStream.of(weights).sum();
        return store.feed(
                feed, LongStream.of(weights).mapToDouble(weight -> weight / sum).toArray());
    }
}
