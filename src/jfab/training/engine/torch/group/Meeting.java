package jfab.training.engine.torch.group;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.training.engine.CommonWork;
import jfab.training.engine.EngineException;
import jfab.training.engine.PeerException;
import jfab.training.engine.Peers;
import jfab.training.engine.TrainerAgreement;
import jfab.training.engine.TrainerGroup;
import org.bytedeco.pytorch.ProcessGroup;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** The trainers of a job once they have found each other: what they say in the store, and what connects them. */
public final class Meeting {
    private static final Duration BRIEFLY = Duration.ofSeconds(5);
    /** How long survivors compare notes on who is missing; part of the ten seconds in which all know. */
    private static final Duration INQUEST = Duration.ofSeconds(3);

    private final Peers peers;
    private final PeerStore store;
    private @Nullable Collectives collectives;
    /**
     * Of sums on devices, while they are there: c10d's references do not keep a store from being freed. Sums that were ended at once may
     * still have a thread in it, and so it is left to them.
     */
    private volatile @Nullable PeerStore sumsStore;

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

    private Collectives collectives() {
        if (collectives == null) {
            throw new EngineException("this trainer is no longer connected to the others");
        }
        return collectives;
    }

    ProcessGroup group() {
        return collectives().group();
    }

    /** Replaces the contents of {@code tensor}, which is on the host, by those of trainer {@code source}. */
    public void broadcast(Tensor tensor, int source) {
        collectives().broadcast(tensor, source);
    }

    /** Whether gradients are added up where they are. */
    boolean direct() {
        return collectives().sums() != null;
    }

    /** As {@link Collectives#sum}. */
    void sum(Tensor tensor) {
        collectives().sum(tensor);
    }

    /** For one wait for a sum that a device makes. */
    Runnable watch() {
        return new Watch(peers, store, collectives().sums());
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
    public TrainerAgreement compare(int round, String text, long number) {
        String key = "compare/" + round + "/";
        store.put(key + peers.rank(), number + " " + text);
        if (!PeerStore.until(peers.step(), () -> everyone().allMatch(rank -> store.has(key + rank)))) {
            throw new PeerException("waited " + peers.step().toSeconds() + " s for "
                    + peers.name(everyone().filter(rank -> !store.has(key + rank))) + " to say what data it has");
        }
        List<String[]> told = everyone()
                .mapToObj(rank -> store.text(key + rank).split(" ", 2))
                .toList();
        return new TrainerAgreement(
                told.stream().map(each -> each[1]).distinct().count() <= 1,
                told.stream().mapToLong(each -> Long.parseLong(each[0])).max().orElse(0));
    }

    /** What {@link TrainerGroup#feeds} promises. */
    public void feeds(String digest) {
        store.put("fed/" + peers.rank(), digest);
    }

    /** What {@link TrainerGroup#fedAlike} promises. */
    public boolean fedAlike() {
        return everyone().allMatch(rank -> store.has("fed/" + rank))
                && everyone()
                                .mapToObj(rank -> store.text("fed/" + rank))
                                .distinct()
                                .count()
                        == 1;
    }

    private static Optional<List<Long>> steps(String told) {
        return told.isEmpty()
                ? Optional.empty()
                : Optional.of(Stream.of(told.split(" ", -1))
                        .filter(word -> word.matches("\\d+"))
                        .map(Long::valueOf)
                        .toList());
    }

    /** Refuses to train with others that have other parameters, or other work. */
    public void compare(String layout, CommonWork work) {
        if (peers.rank() == 0) {
            store.put("layout", layout);
            store.put("work", work.text());
        }
        Optional<String> difference = store.text("layout").equals(layout)
                ? CommonWork.of(store.text("work")).difference(work)
                : Optional.of(" do not train the same parameters; run the same script with the same flags everywhere");
        difference.ifPresent(what -> {
            String cause = "trainers 0 and " + peers.rank() + what;
            tell(cause);
            throw new PeerException(cause);
        });
    }

    /** Leaves a sentence for the others to find. */
    public void tell(String cause) {
        store.put("cause", cause);
    }

    /** Leaves word that this trainer has gone, in whose place another one may come. */
    public void stop(String cause) {
        store.put("stopped", cause);
    }

    /** Trainer 0 keeps the store until the others have read what it says there, or had the time to, or leave by themselves. */
    public void linger() {
        if (peers.rank() == 0) {
            PeerStore.until(INQUEST, () -> others().allMatch(rank -> store.has("heard/" + rank)));
        } else {
            store.mark("heard/" + peers.rank());
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

    /** All gradients of all trainers have been added up. */
    public void finish() {
        collectives().finish();
        if (sumsStore != null) {
            sumsStore.close();
            sumsStore = null;
        }
    }

    /** Ends the connections for tensors; the store stays. */
    public void disconnect() {
        if (collectives != null) {
            collectives.close();
            collectives = null;
        }
    }

    private void await(Duration limit) {
        boolean all = PeerStore.until(limit, () -> {
            listen();
            return others().allMatch(rank -> store.has("here/" + rank));
        });
        if (!all) {
            String missing = peers.name(others().filter(rank -> !store.has("here/" + rank)));
            throw new PeerException("waited " + limit.toSeconds() + " s for " + missing + " to join");
        }
    }

    /** Throws where another trainer has left word that it is gone. */
    private void listen() {
        if (store.has("cause")) {
            throw new PeerException(hear("cause"));
        }
        if (store.has("stopped")) {
            throw PeerException.lost(hear("stopped"));
        }
    }

    private void connect() {
        collectives = new Collectives(peers, store.store());
        // From here on an answer of the store is a matter of moments, or trainer 0 is gone.
        store.answersWithin(BRIEFLY);
    }

    /**
     * Agrees with the others on what adds up gradients, and says why; nothing where there is no choice. All trainers have their executors
     * by now.
     *
     * @param crossing to the memory that this trainer's gradients are in
     */
    public Optional<String> choose(Crossing crossing) {
        store.put("device/" + peers.rank(), crossing.device());
        boolean all = PeerStore.until(peers.step(), () -> {
            listen();
            return others().allMatch(rank -> store.has("device/" + rank));
        });
        if (!all) {
            throw new PeerException("waited " + peers.step().toSeconds() + " s for "
                    + peers.name(others().filter(rank -> !store.has("device/" + rank))) + " to say where it computes");
        }
        SumBackend route = SumBackend.of(
                peers, everyone().mapToObj(rank -> store.text("device/" + rank)).toList());
        if (route.direct()) {
            Trial trial = new Trial(peers, store, () -> sums(crossing), crossing, this::listen);
            Optional<String> failed = trial.failed();
            if (failed.isPresent()) {
                route = SumBackend.without(failed.get());
            } else {
                collectives().addUpBy(trial.sums());
            }
        }
        return Optional.of(route.why()).filter(why -> !why.isEmpty());
    }

    /** With a connection to the store of their own, in which their threads wait for others that take their time. */
    private DeviceSums sums(Crossing crossing) {
        PeerStore own = PeerStore.reach(peers, peers.join());
        sumsStore = own;
        return crossing.sums(peers, own.store(), Collectives.addressTowards(peers));
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
