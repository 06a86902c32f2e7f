package jfab.training.engine.torch.group;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import jfab.training.engine.EngineException;
import jfab.training.engine.PeerException;
import jfab.training.engine.Peers;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.ByteVector;
import org.bytedeco.pytorch.IntOptional;
import org.bytedeco.pytorch.StringVector;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/** What trainers leave for each other to read: c10d's store of keys and texts, held by trainer 0. */
final class PeerStore implements AutoCloseable {
    private static final long PAUSE_MILLIS = 50;

    private final TCPStore store;

    private PeerStore(TCPStore store) {
        this.store = store;
    }

    /** Opens the store on trainer 0, and reaches it from the others; waits no longer than {@code limit}. */
    static PeerStore open(Peers peers, Duration limit) {
        try {
            return open(peers, limit, peers.rank() == 0);
        } catch (RuntimeException e) {
            String where = peers.host() + ":" + peers.port();
            if (peers.rank() == 0) {
                throw new EngineException(
                        "cannot listen on " + where + ": "
                                + (String.valueOf(e.getMessage()).contains("EADDRINUSE")
                                        ? "another process listens there; end it or choose another port"
                                        : EngineException.firstLine(e)),
                        e);
            }
            throw new PeerException(
                    "waited " + Math.ceilDiv(limit.toMillis(), 1000) + " s for trainer 0 of " + peers.size()
                            + " to listen on " + where,
                    e);
        }
    }

    /**
     * Takes this trainer's place among those that meet.
     *
     * <p>Where the place is taken, the others still have to find out that their meeting is over: this trainer, or another process
     * in its place, was lost there. The next meeting has another store.
     */
    static PeerStore join(Peers peers) {
        long end = System.nanoTime() + peers.join().toNanos();
        String place = "here/" + peers.rank();
        while (true) {
            PeerStore store = open(peers, Duration.ofNanos(Math.max(end - System.nanoTime(), 1)));
            try {
                if (!until(Duration.ofNanos(end - System.nanoTime()), () -> !store.has(place))) {
                    store.close();
                    throw new PeerException("waited " + peers.join().toSeconds()
                            + " s for the other trainers to notice that " + peers.name(IntStream.of(peers.rank()))
                            + " has been started again");
                }
                store.mark(place);
                return store;
            } catch (PeerException e) {
                throw e;
            } catch (RuntimeException e) {
                // That meeting is over.
                store.close();
            }
        }
    }

    /** Another connection to the store, which trainer 0 has opened; from trainer 0 as well. */
    static PeerStore reach(Peers peers, Duration limit) {
        return open(peers, limit, false);
    }

    private static PeerStore open(Peers peers, Duration limit, boolean server) {
        try (var _ = new PointerScope()) {
            TCPStoreOptions options = new TCPStoreOptions();
            options.port((short) peers.port()).isServer(server).waitWorkers(false);
            options.timeout(new Milliseconds(limit.toMillis()));
            if (server) {
                ListeningSocket.on(peers.host(), peers.port())
                        .ifPresent(socket -> options.masterListenFd(new IntOptional(socket)));
            }
            TCPStore store = new TCPStore(peers.host(), options);
            store.retainReference();
            return new PeerStore(store);
        }
    }

    /** Ends this connection, and with trainer 0's first one the store. */
    @Override
    public void close() {
        store.releaseReference();
    }

    /** The store itself, for c10d. */
    TCPStore store() {
        return store;
    }

    /** Gives trainer 0 no longer than {@code limit} to answer from now on. */
    void answersWithin(Duration limit) {
        try (var _ = new PointerScope()) {
            store.setTimeout(new Milliseconds(limit.toMillis()));
        }
    }

    void mark(String key) {
        put(key, "yes");
    }

    void put(String key, String text) {
        try (var _ = new PointerScope()) {
            store.set(key, new ByteVector(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    boolean has(String key) {
        try (var _ = new PointerScope()) {
            return store.check(new StringVector(key));
        }
    }

    /** What is under {@code key}, waited for if need be. */
    String text(String key) {
        try (var _ = new PointerScope()) {
            return new String(store.get(key).get(), StandardCharsets.UTF_8);
        }
    }

    /** Looks until {@code condition} holds, which the store does not tell by itself; false after {@code limit}, or at an interrupt. */
    static boolean until(Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
