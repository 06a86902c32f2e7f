package jfab.training.engine.torch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import jfab.training.engine.CommonWork;
import jfab.training.engine.EngineException;
import jfab.training.engine.PeerException;
import jfab.training.engine.Peers;
import jfab.training.engine.TrainerAgreement;
import jfab.training.engine.TrainerGroup;
import jfab.training.engine.torch.group.Meeting;
import jfab.training.engine.torch.group.Sums;
import jfab.training.program.Shape;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Trainers that average their gradients over c10d's NCCL or Gloo, in buckets that travel while the rest is still being computed.
 *
 * <p>Gradients are weighted by each trainer's samples, whose sum all learn together with the gradients. One that has finished
 * answers with no samples until all have.
 */
final class AllReduceGroup implements TrainerGroup {
    private final Peers peers;
    private final Consumer<String> silent;
    private final Consumer<String> said;
    /** What autograd takes gradients for: the same objects in every step, because c10d's reducer is told of them once. */
    private final Map<String, Tensor> leaves = new LinkedHashMap<>();

    private DeviceMemory memory = DeviceMemory.HOST;
    private @Nullable Meeting meeting;
    private @Nullable Sums sums;
    private boolean over;
    private int comparisons;
    private long steps;
    /** The samples of all trainers in the last step, which are most likely those of the next. The same in all trainers. */
    private long expected = 1;

    /** What all have in common since the startup program, under handles of this group's own. */
    private List<Tensor> common = List.of();

    /** How the tables are read that the script has named. */
    private final List<String> read = new ArrayList<>();

    private boolean agreed;
    private boolean marking;
    private long marked;

    /**
     * @param silent takes a sentence, in another thread, when a trainer has not been heard of for too long; the thread that trains
     *     may then wait for it in vain
     * @param said takes a sentence on what adds up gradients, where there is a choice
     */
    AllReduceGroup(Peers peers, Consumer<String> silent, Consumer<String> said) {
        this.peers = peers;
        this.said = said;
        this.silent = silent;
    }

    /** Where this trainer has its numbers; before they meet. */
    void computeIn(DeviceMemory memory) {
        this.memory = memory;
    }

    Tensor leaf(String parameter, Step step) {
        return leaves.computeIfAbsent(parameter, name -> {
            Tensor leaf = TorchExecutor.leaf(step.stored(name));
            leaf.retainReference();
            return leaf;
        });
    }

    /**
     * Replaces the contents of {@code tensors} by those of trainer 0.
     *
     * @param program the digest of what is trained
     */
    void broadcast(String program, List<String> names, List<Tensor> tensors) {
        Meeting met = met();
        try {
            met.compare(layout(names, tensors), new CommonWork(program, read));
            tensors.forEach(tensor -> broadcast(met, tensor, 0));
            common.forEach(Tensor::releaseReference);
            common = tensors.stream().map(Tensor::detach).toList();
            common.forEach(Tensor::retainReference);
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    @Override
    public void reads(String digest) {
        read.add(digest);
    }

    @Override
    public Agreement agree(Optional<List<Long>> usable) {
        Meeting met = met();
        try {
            Agreement agreement = met.agree(usable);
            agreed = true;
            steps = agreement.step();
            marked = steps;
            return agreement;
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    @Override
    public void share(int source) {
        Meeting met = met();
        try {
            common.forEach(tensor -> broadcast(met, tensor, source));
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    private void broadcast(Meeting met, Tensor tensor, int source) {
        try (var _ = new PointerScope()) {
            Tensor here = memory.fetch(tensor);
            met.broadcast(here, source);
            if (memory.away()) {
                memory.upload(tensor, here);
                memory.await();
            }
        }
    }

    @Override
    public TrainerAgreement compare(String text, long number) {
        Meeting met = met();
        try {
            return met.compare(comparisons++, text, number);
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    @Override
    public void feeds(String digest) {
        Meeting met = met();
        try {
            met.feeds(digest);
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    @Override
    public boolean fedAlike() {
        Meeting met = met();
        try {
            return met.fedAlike();
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    @Override
    public void mark() {
        marking = true;
    }

    @Override
    public long marked() {
        return marked;
    }

    /**
     * The gradients of all trainers' losses, averaged by their samples; zeros by what is not among {@code parameters}.
     *
     * @param samples of this trainer
     * @param loss of this trainer; null where it has no samples in this step
     */
    Sums.Total backward(Collection<String> parameters, long samples, @Nullable Tensor loss) {
        Meeting met = met();
        try {
            Tensor share = loss == null ? null : loss.mul(new Scalar((double) samples / expected));
            Sums.Total total = sums(met).backward(share, Set.copyOf(parameters), samples, true, marking);
            steps++;
            marking = false;
            if (total.marked()) {
                marked = steps;
            }
            weigh(total);
            return total;
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    /** Brings gradients that were weighted by the samples expected to the weight of those that there were. */
    private void weigh(Sums.Total total) {
        long samples = Math.max(total.samples(), 1);
        if (samples != expected) {
            Scalar factor = new Scalar((double) expected / samples);
            total.gradients().values().forEach(gradient -> gradient.mul_(factor));
            expected = samples;
        }
    }

    @Override
    public void abort(String cause) {
        part(met -> met.tell("trainer " + peers.rank() + " failed: " + cause));
    }

    @Override
    public void stop() {
        part(met -> met.stop(peers.name(IntStream.of(peers.rank())) + " was stopped by a signal at step " + steps));
    }

    /** Leaves while the others cannot go on, and has them told why by {@code farewell}. */
    private void part(Consumer<Meeting> farewell) {
        if (!over) {
            over = true;
            try {
                Meeting met = meeting == null ? Meeting.briefly(peers) : meeting;
                met.unwatch();
                farewell.accept(met);
                release();
                met.linger();
            } catch (RuntimeException e) {
                // Nobody is there to be told.
                return;
            }
        }
    }

    @Override
    public void close() {
        Meeting met = meeting;
        if (met == null) {
            return;
        }
        try {
            if (!over) {
                leave(met);
            }
        } finally {
            met.close();
            meeting = null;
            common.forEach(Tensor::releaseReference);
            leaves.values().forEach(Tensor::releaseReference);
        }
    }

    private void leave(Meeting met) {
        try {
            if (!agreed) {
                Agreement agreement = agree(Optional.empty());
                if (agreement.shared()) {
                    share(agreement.source());
                }
            }
            boolean alone = false;
            long busy = 1;
            while (busy > 0) {
                try (var _ = new PointerScope()) {
                    busy = sums(met).backward(null, Set.of(), 0, false, false).busy();
                }
                if (busy > 0 && peers.rank() == 0 && !alone) {
                    alone = true;
                    said.accept(CommonWork.leftFirst(steps));
                }
            }
            met.finish();
            over = true;
            met.unwatch();
            release();
            met.part();
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    private Meeting met() {
        if (over) {
            throw new EngineException("this trainer has left the job");
        }
        Meeting met = meeting;
        if (met == null) {
            met = Meeting.of(peers, silent);
            meeting = met;
        }
        return met;
    }

    /** One for whatever is trained, so that a trainer that has left need not know what the others train in their next step. */
    private Sums sums(Meeting met) {
        Sums made = sums;
        if (made == null || !made.cover(leaves.keySet())) {
            if (made == null) {
                met.choose(memory).ifPresent(said);
            } else {
                made.close();
            }
            made = new Sums(leaves, met, memory);
            sums = made;
        }
        return made;
    }

    /** What a failed exchange says of the others; it was this trainer's last. */
    private PeerException lost(Meeting met, RuntimeException failure) {
        over = true;
        if (failure instanceof PeerException known) {
            return known;
        }
        if (peers.rank() == 0) {
            // The others still watch trainer 0, which may not answer when they ask who is lost.
            met.unwatch();
        }
        release();
        try {
            return met.whoIsLost(EngineException.firstLine(failure), ", at step " + steps, failure);
        } finally {
            met.unwatch();
        }
    }

    /** Ends the connections for gradients, so that nobody waits for this trainer any more. */
    private void release() {
        if (sums != null) {
            sums.close();
            sums = null;
        }
        if (meeting != null) {
            meeting.disconnect();
        }
    }

    private static String layout(List<String> names, List<Tensor> tensors) {
        StringBuilder layout = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            layout.append(names.get(i))
                    .append(Shape.of(tensors.get(i).sizes().vec().get()))
                    .append(' ');
        }
        return layout.toString();
    }
}
