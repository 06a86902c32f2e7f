package jfab.training.engine.torch.group;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import jfab.training.engine.Peers;

/**
 * Signs of life between the trainers of a group, for those that break no connection when they are gone: a stopped process, a host
 * without power.
 *
 * <p>Each trainer counts its beats in trainer 0's store. Trainer 0 watches the counts, and leaves word of one that stands still;
 * the others watch whether the store answers. Beats and their examination have threads of their own: a question to a store that
 * is gone may wait for ever.
 */
final class PeerHeartbeat implements AutoCloseable {
    private static final String LOST = "lost";

    /** So many beats may pass before a count has moved on, been read, and been compared. */
    private static final int BEATS_UNDERWAY = 2;

    private static final int BEATS_PER_SILENCE = 8;
    /** How long trainer 0 keeps the store for the others to read who is lost. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final Peers peers;
    private final Consumer<String> lost;
    private final PeerStore store;
    private final Duration interval;
    private final Map<Integer, String> counts = new ConcurrentHashMap<>();
    private final Map<Integer, Long> heard = new ConcurrentHashMap<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final ScheduledExecutorService beats = clock("peer-heartbeat");
    private final ScheduledExecutorService watch = clock("peer-watch");
    private long asked = System.nanoTime();
    private long beat;

    /**
     * @param store a connection of its own
     * @param lost takes one sentence, in another thread, when a trainer has been silent for too long
     */
    PeerHeartbeat(Peers peers, PeerStore store, Consumer<String> lost) {
        this.peers = peers;
        this.store = store;
        this.lost = lost;
        interval = peers.silence().dividedBy(BEATS_PER_SILENCE);
        watched().forEach(rank -> heard.put(rank, System.nanoTime()));
        var _ = beats.scheduleAtFixedRate(this::beat, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
        var _ = watch.scheduleAtFixedRate(this::examine, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Those whose silence this trainer notices by itself. */
    private IntStream watched() {
        return peers.rank() == 0 ? IntStream.range(1, peers.size()) : IntStream.of(0);
    }

    /** Where the store is gone this throws, which ends the beats; {@link #examine} then tells of the silence. */
    private void beat() {
        store.put(key(peers.rank()), Long.toString(beat++));
        if (peers.rank() == 0) {
            watched().filter(rank -> store.has(key(rank))).forEach(rank -> {
                String count = store.text(key(rank));
                if (!count.equals(counts.put(rank, count))) {
                    heard.put(rank, System.nanoTime());
                }
            });
        } else {
            boolean told = store.has(LOST);
            heard.put(0, System.nanoTime());
            if (told && over.compareAndSet(false, true)) {
                String cause = store.text(LOST);
                store.mark(read(peers.rank()));
                lost.accept(cause);
            }
        }
    }

    private void examine() {
        long now = System.nanoTime();
        long limit =
                peers.silence().minus(interval.multipliedBy(BEATS_UNDERWAY)).toNanos();
        if (now - asked > limit / 2) {
            // This process itself was stopped, and could not hear.
            heard.replaceAll((_, _) -> now);
        }
        asked = now;
        int[] silent = watched()
                .filter(rank -> now - heard.getOrDefault(rank, now) > limit)
                .toArray();
        if (silent.length > 0 && over.compareAndSet(false, true)) {
            String cause = peers.name(IntStream.of(silent)) + (silent.length > 1 ? " were" : " was")
                    + " lost: no sign of life for " + peers.silence().toSeconds() + " s";
            if (peers.rank() == 0) {
                store.put(LOST, cause);
                PeerStore.until(
                        FAREWELL,
                        () -> watched()
                                .filter(rank -> IntStream.of(silent).noneMatch(gone -> gone == rank))
                                .allMatch(rank -> store.has(read(rank))));
            }
            lost.accept(cause);
        }
    }

    private static String key(int rank) {
        return "beat/" + rank;
    }

    private static String read(int rank) {
        return "read/" + rank;
    }

    private static ScheduledExecutorService clock(String name) {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }

    /** Nobody is told of anything any more. */
    @Override
    public void close() {
        over.set(true);
        beats.shutdown();
        watch.shutdown();
    }
}
