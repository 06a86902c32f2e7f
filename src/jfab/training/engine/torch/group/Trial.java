package jfab.training.engine.torch.group;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import jfab.training.engine.EngineException;
import jfab.training.engine.PeerException;
import jfab.training.engine.Peers;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** Whether devices can add up, which all trainers learn of all: where it fails for one, none of them does it. */
final class Trial {
    /** What connects devices may wait for ever: for one that could not begin, or on a network that lets nothing through. */
    private static final Duration MOST = Duration.ofSeconds(60);

    private static final String DONE = "done";
    /** Of one that has stopped waiting for it, as another one has failed. */
    private static final String NOT_YET = "";

    private final Peers peers;
    private final PeerStore store;
    private final Supplier<DeviceSums> opening;
    private final Crossing crossing;
    private final Runnable listening;
    private volatile @Nullable DeviceSums opened;

    /**
     * @param opening gives what is tried; called in another thread
     * @param listening throws where a trainer has left word that it is gone
     */
    Trial(Peers peers, PeerStore store, Supplier<DeviceSums> opening, Crossing crossing, Runnable listening) {
        this.peers = peers;
        this.store = store;
        this.opening = opening;
        this.crossing = crossing;
        this.listening = listening;
    }

    /** What was tried, and works. */
    DeviceSums sums() {
        DeviceSums sums = opened;
        if (sums == null) {
            throw new EngineException("nothing was tried");
        }
        return sums;
    }

    /** What keeps a trainer from it, with its name; nothing where it works in all. */
    Optional<String> failed() {
        Optional<String> failed = together("sums/opened/", () -> opened = opening.get());
        if (failed.isEmpty()) {
            failed = together("sums/added/", this::add);
        }
        DeviceSums sums = opened;
        if (failed.isPresent() && sums != null) {
            sums.abort();
        }
        return failed;
    }

    private void add() {
        try (var _ = new PointerScope()) {
            Tensor one = crossing.bring(torch.ones(1));
            sums().backend().allreduce(new TensorVector(one))._wait();
            float sum = crossing.fetch(one, Trial::patience).data_ptr_float().get();
            if (sum != peers.size()) {
                throw new EngineException("it adds up " + peers.size() + " ones to " + sum);
            }
        }
    }

    private static void patience() {
        if (Thread.currentThread().isInterrupted()) {
            throw new EngineException("its first sum does not end");
        }
    }

    /** Makes {@code attempt}, says how it went, and waits for what the others say of theirs. */
    private Optional<String> together(String key, Runnable attempt) {
        FutureTask<String> own = new FutureTask<>(() -> outcome(attempt));
        Thread.ofPlatform().daemon().name("sums-trial").start(own);
        Duration limit = peers.join().compareTo(MOST) < 0 ? peers.join() : MOST;
        waitFor(limit, () -> own.isDone() || everyone().anyMatch(rank -> failed(key, rank)));
        String outcome = own.isDone() ? own.resultNow() : NOT_YET;
        if (outcome.isEmpty() && everyone().noneMatch(rank -> failed(key, rank))) {
            outcome = "it did not answer within " + limit.toSeconds() + " s";
        }
        // It may be in a wait that cannot be ended; then it stays there.
        own.cancel(true);
        store.put(key + peers.rank(), outcome);
        if (!waitFor(limit.multipliedBy(2), () -> everyone().allMatch(rank -> store.has(key + rank)))) {
            throw new PeerException("waited " + limit.multipliedBy(2).toSeconds() + " s for "
                    + peers.name(everyone().filter(rank -> !store.has(key + rank))) + " to try NCCL");
        }
        boolean done = everyone().allMatch(rank -> store.text(key + rank).equals(DONE));
        return done
                ? Optional.empty()
                : everyone()
                        .filter(rank -> failed(key, rank))
                        .mapToObj(rank -> peers.name(IntStream.of(rank)) + ": " + store.text(key + rank))
                        .findFirst();
    }

    private boolean waitFor(Duration limit, BooleanSupplier condition) {
        return PeerStore.until(limit, () -> {
            listening.run();
            return condition.getAsBoolean();
        });
    }

    private boolean failed(String key, int rank) {
        return store.has(key + rank) && !List.of(DONE, NOT_YET).contains(store.text(key + rank));
    }

    private static String outcome(Runnable attempt) {
        try {
            attempt.run();
            return DONE;
        } catch (RuntimeException | LinkageError e) {
            return EngineException.firstLine(e);
        }
    }

    private IntStream everyone() {
        return IntStream.range(0, peers.size());
    }
}
