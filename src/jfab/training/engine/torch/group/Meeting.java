package jfab.training.engine.torch.group;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.training.engine.Comparison;
import jfab.training.engine.EngineException;
import jfab.training.engine.PeerException;
import jfab.training.engine.Peers;
import jfab.training.engine.TrainerGroup;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.BackendOptional;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroup;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.jspecify.annotations.Nullable;

/** The trainers of a job once they have found each other: what they say in the store, and their Gloo connections. */
public final class Meeting {
    private static final Duration BRIEFLY = Duration.ofSeconds(5);
    /** How long survivors compare notes on who is missing; part of the ten seconds in which all know. */
    private static final Duration INQUEST = Duration.ofSeconds(3);

    private final Peers peers;
    private final PeerStore store;
    private @Nullable ProcessGroupGloo gloo;
    private @Nullable ProcessGroup group;
    private @Nullable PeerHeartbeat heartbeat;

    private Meeting(Peers peers, PeerStore store) {
        this.peers = peers;
        this.store = store;
    }

    /**
     * Waits for all trainers, and connects to them.
     *
     * @param lost takes a sentence when one of them has been silent for too long
     */
    public static Meeting of(Peers peers, Consumer<String> lost) {
        Meeting meeting = new Meeting(peers, PeerStore.join(peers));
        try {
            meeting.await(peers.join());
            meeting.connect();
        } catch (PeerException e) {
            meeting.close();
            throw e;
        } catch (RuntimeException e) {
            meeting.close();
            throw PeerException.lost("a trainer was lost while they met: " + EngineException.firstLine(e), e);
        }
        meeting.heartbeat = new PeerHeartbeat(peers, PeerStore.reach(peers, peers.join()), lost);
        return meeting;
    }

    /** Reaches trainer 0 only, to say something. */
    public static Meeting briefly(Peers peers) {
        return new Meeting(peers, PeerStore.open(peers, BRIEFLY));
    }

    ProcessGroup group() {
        if (group == null) {
            throw new EngineException("this trainer is no longer connected to the others");
        }
        return group;
    }

    /** Replaces the contents of {@code tensor} by those of trainer {@code source}. */
    public void broadcast(Tensor tensor, int source) {
        try (var _ = new PointerScope()) {
            BroadcastOptions options = new BroadcastOptions();
            options.rootRank(source);
            gloo().broadcast(new TensorVector(tensor), options)._wait();
        }
    }

    /** Replaces the contents of {@code tensor}, in the host's memory, by their sum over all trainers, the same to the last bit in all. */
    void sum(Tensor tensor) {
        try (var _ = new PointerScope()) {
            gloo().allreduce(new TensorVector(tensor))._wait();
        }
    }

    /** What {@link TrainerGroup#agree} promises. */
    public TrainerGroup.Agreement agree(Optional<List<Long>> usable) {
        store.put(
                "have/" + peers.rank(),
                usable.map(steps -> steps.stream().map(String::valueOf).collect(Collectors.joining(" ", "steps ", "")))
                        .orElse(""));
        boolean all = PeerStore.until(peers.step(), () -> everyone().allMatch(rank -> store.has("have/" + rank)));
        if (!all) {
            throw new PeerException("waited " + peers.step().toSeconds() + " s for "
                    + peers.name(everyone().filter(rank -> !store.has("have/" + rank))) + " to begin");
        }
        return TrainerGroup.Agreement.of(
                everyone().mapToObj(rank -> steps(store.text("have/" + rank))).toList());
    }

    /** What {@link TrainerGroup#compare} promises. */
    public Comparison compare(int round, String text, long number) {
        String key = "compare/" + round + "/";
        store.put(key + peers.rank(), number + " " + text);
        if (!PeerStore.until(peers.step(), () -> everyone().allMatch(rank -> store.has(key + rank)))) {
            throw new PeerException("waited " + peers.step().toSeconds() + " s for "
                    + peers.name(everyone().filter(rank -> !store.has(key + rank))) + " to say what data it has");
        }
        List<String[]> told = everyone()
                .mapToObj(rank -> store.text(key + rank).split(" ", 2))
                .toList();
        return new Comparison(
                told.stream().map(each -> each[1]).distinct().count() <= 1,
                told.stream().mapToLong(each -> Long.parseLong(each[0])).max().orElse(0));
    }

    private static Optional<List<Long>> steps(String told) {
        return told.isEmpty()
                ? Optional.empty()
                : Optional.of(Stream.of(told.split(" ", -1))
                        .filter(word -> word.matches("\\d+"))
                        .map(Long::valueOf)
                        .toList());
    }

    /** Refuses to train with others that have other parameters. */
    public void compare(String layout) {
        if (peers.rank() == 0) {
            store.put("layout", layout);
        }
        String first = store.text("layout");
        if (!first.equals(layout)) {
            String cause = "trainers 0 and " + peers.rank()
                    + " do not train the same parameters; run the same script with the same flags everywhere";
            tell(cause);
            throw new PeerException(cause);
        }
    }

    /** Leaves a sentence for the others to find. */
    public void tell(String cause) {
        store.put("cause", cause);
    }

    /** Leaves word that this trainer has gone, in whose place another one may come. */
    public void stop(String cause) {
        store.put("stopped", cause);
    }

    /** Trainer 0 keeps the store until the others have read what it says there, or had the time to. */
    public void linger() {
        if (peers.rank() == 0) {
            PeerStore.until(INQUEST, () -> others().allMatch(rank -> store.has("heard/" + rank)));
        }
    }

    /** The sentence that another trainer left, after which trainer 0 need not keep it for this one. */
    private String hear(String key) {
        String sentence = store.text(key);
        store.mark("heard/" + peers.rank());
        return sentence;
    }

    /** All have agreed to end: trainer 0, which keeps the store, is the last to go. */
    public void part() {
        if (peers.rank() == 0) {
            PeerStore.until(INQUEST, () -> others().allMatch(rank -> store.has("left/" + rank)));
        } else {
            store.mark("left/" + peers.rank());
        }
    }

    /**
     * What happened, as far as the survivors can tell: a cause that somebody left, or who does not answer any more.
     *
     * @param where ends the sentence
     */
    public PeerException whoIsLost(String problem, String where, RuntimeException failure) {
        try {
            store.mark("noticed/" + peers.rank());
            PeerStore.until(
                    INQUEST,
                    () -> store.has("cause")
                            || store.has("stopped")
                            || others().allMatch(rank -> store.has("noticed/" + rank)));
            if (store.has("cause")) {
                return new PeerException(hear("cause") + where, failure);
            }
            if (store.has("stopped")) {
                String cause = hear("stopped");
                linger();
                return PeerException.lost(cause, failure);
            }
            int[] silent =
                    others().filter(rank -> !store.has("noticed/" + rank)).toArray();
            String who = silent.length == 0 ? "a connection between the trainers" : peers.name(IntStream.of(silent));
            String cause = who + (silent.length > 1 ? " were" : " was") + " lost: " + problem;
            store.mark("heard/" + peers.rank());
            linger();
            return PeerException.lost(cause + where, failure);
        } catch (RuntimeException e) {
            return PeerException.lost(
                    peers.name(IntStream.of(0)) + " (" + peers.host() + ":" + peers.port() + ") was lost: " + problem
                            + where,
                    failure);
        }
    }

    /** Watches over the others no longer. */
    public void unwatch() {
        if (heartbeat != null) {
            heartbeat.close();
        }
    }

    /** Ends the connections for tensors; the store stays. */
    public void disconnect() {
        if (group != null) {
            group.releaseReference();
            group = null;
        }
        if (gloo != null) {
            gloo.releaseReference();
            gloo = null;
        }
    }

    private void await(Duration limit) {
        boolean all = PeerStore.until(
                limit,
                () -> store.has("cause")
                        || store.has("stopped")
                        || others().allMatch(rank -> store.has("here/" + rank)));
        if (store.has("cause")) {
            throw new PeerException(hear("cause"));
        }
        if (store.has("stopped")) {
            throw PeerException.lost(hear("stopped"));
        }
        if (!all) {
            String missing = peers.name(others().filter(rank -> !store.has("here/" + rank)));
            throw new PeerException("waited " + limit.toSeconds() + " s for " + missing + " to join");
        }
    }

    private void connect() {
        try (var _ = new PointerScope()) {
            ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create(
                    new Milliseconds(peers.step().toMillis()));
            options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(ownAddress())));
            ProcessGroupGloo backend = new ProcessGroupGloo(store.store(), peers.rank(), peers.size(), options);
            ProcessGroup all = new ProcessGroup(peers.rank(), peers.size());
            all.setBackend(DeviceType.CPU, ProcessGroup.BackendType.GLOO, new BackendOptional(backend));
            all.setDefaultBackend(ProcessGroup.BackendType.GLOO);
            backend.retainReference();
            all.retainReference();
            gloo = backend;
            group = all;
            // From here on an answer of the store is a matter of moments, or trainer 0 is gone.
            store.answersWithin(BRIEFLY);
        }
    }

    private ProcessGroupGloo gloo() {
        if (gloo == null) {
            throw new EngineException("this trainer is no longer connected to the others");
        }
        return gloo;
    }

    /** The address of this machine on the way to trainer 0, which the others can reach as well. */
    private String ownAddress() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(peers.host(), peers.port()));
            return socket.getLocalAddress().getHostAddress();
        } catch (IOException e) {
            throw new EngineException("there is no way from here to " + peers.host() + ": " + e.getMessage(), e);
        }
    }

    private IntStream others() {
        return everyone().filter(rank -> rank != peers.rank());
    }

    private IntStream everyone() {
        return IntStream.range(0, peers.size());
    }

    /** Frees the port, where this is trainer 0: another meeting may follow. */
    public void close() {
        unwatch();
        disconnect();
        store.close();
    }
}
