package jfab.engine.torch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import jfab.engine.EngineException;
import jfab.engine.PeerException;
import jfab.engine.Peers;
import jfab.engine.TrainerGroup;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Trainers that average their gradients over c10d's Gloo, in buckets that travel while the rest is still being computed.
 *
 * <p>Before each step the trainers add up their samples, so that gradients are weighted by them. One that has finished answers
 * with no samples until all have.
 */
final class GlooGroup implements TrainerGroup {
    private final Peers peers;
    private final Consumer<String> silent;
    /** What autograd takes gradients for: the same objects in every step, because c10d's reducer is told of them once. */
    private final Map<String, Tensor> leaves = new LinkedHashMap<>();

    private @Nullable Meeting meeting;
    private @Nullable Buckets buckets;
    private boolean over;
    private long steps;

    /**
     * @param silent takes a sentence, in another thread, when a trainer has not been heard of for too long; the thread that trains
     *     may then wait for it in vain
     */
    GlooGroup(Peers peers, Consumer<String> silent) {
        this.peers = peers;
        this.silent = silent;
    }

    Tensor leaf(String parameter, Step step) {
        return leaves.computeIfAbsent(parameter, name -> {
            Tensor leaf = TorchExecutor.leaf(step.stored(name));
            leaf.retainReference();
            return leaf;
        });
    }

    /** Replaces the contents of {@code tensors} by those of trainer 0. */
    void broadcast(List<String> names, List<Tensor> tensors) {
        Meeting met = met();
        try {
            met.compare(layout(names, tensors));
            for (Tensor tensor : tensors) {
                met.broadcast(tensor);
            }
        } catch (PeerException e) {
            over = true;
            throw e;
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    /**
     * The gradients of all trainers' losses, averaged by their samples.
     *
     * @param loss of this trainer; null where it has no samples in this step
     */
    List<Tensor> backward(List<String> parameters, Step step, @Nullable Tensor loss) {
        List<Tensor> trained = parameters.stream().map(this::leaf).toList();
        Meeting met = met();
        try {
            long samples = loss == null ? 0 : step.samples();
            long all = met.sum(samples, 1)[0];
            Tensor share = loss == null
                    ? nothing(trained)
                    : loss.mul(new Scalar((double) samples * peers.size() / Math.max(all, 1)));
            List<Tensor> gradients = buckets(trained, met).backward(share);
            steps++;
            return gradients;
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    @Override
    public void abort(String cause) {
        if (!over) {
            over = true;
            try {
                Meeting met = meeting == null ? Meeting.briefly(peers) : meeting;
                met.unwatch();
                met.tell("trainer " + peers.rank() + " failed: " + cause);
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
        if (met == null || over) {
            return;
        }
        over = true;
        try {
            while (met.sum(0, 0)[1] > 0) {
                try (var _ = new PointerScope()) {
                    List<Tensor> trained = List.copyOf(leaves.values());
                    buckets(trained, met).backward(nothing(trained));
                }
            }
            met.unwatch();
            release();
            met.part();
        } catch (RuntimeException e) {
            throw lost(met, e);
        }
    }

    private Tensor leaf(String name) {
        return Objects.requireNonNull(leaves.get(name), name);
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

    private Buckets buckets(List<Tensor> trained, Meeting met) {
        Buckets made = buckets;
        if (made == null) {
            made = new Buckets(trained, met.group());
            buckets = made;
        }
        return made;
    }

    /** A loss whose gradients are 0. */
    private static Tensor nothing(List<Tensor> trained) {
        Tensor sum = torch.zeros(new long[] {1});
        for (Tensor parameter : trained) {
            sum = sum.add(parameter.sum().mul(new Scalar(0)));
        }
        return sum.sum();
    }

    private PeerException lost(Meeting met, RuntimeException failure) {
        over = true;
        if (peers.rank() == 0) {
            // The others still watch trainer 0, which may not answer when they ask who is lost.
            met.unwatch();
        }
        release();
        String cause = met.whoIsLost(Torch.firstLine(failure));
        met.unwatch();
        return new PeerException(cause + ", at step " + steps, failure);
    }

    /** Ends the connections for gradients, so that nobody waits for this trainer any more. */
    private void release() {
        if (buckets != null) {
            buckets.close();
            buckets = null;
        }
        if (meeting != null) {
            meeting.disconnect();
        }
    }

    private static String layout(List<String> names, List<Tensor> tensors) {
        StringBuilder layout = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            layout.append(names.get(i))
                    .append(new TorchTensor(tensors.get(i)).shape())
                    .append(' ');
        }
        return layout.toString();
    }
}
