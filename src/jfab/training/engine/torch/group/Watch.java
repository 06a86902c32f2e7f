package jfab.training.engine.torch.group;

import java.time.Duration;
import java.util.stream.IntStream;
import jfab.training.engine.EngineException;
import jfab.training.engine.Peers;
import org.jspecify.annotations.Nullable;

/** One wait for a sum of devices, which notice no failure: looks a few times a second, and throws where the sum will not come. */
final class Watch implements Runnable {
    private static final long PAUSE = Duration.ofMillis(250).toNanos();

    private final Peers peers;
    private final PeerStore store;
    private final @Nullable DeviceSums sums;
    private final long since = System.nanoTime();
    private long looked = since;

    Watch(Peers peers, PeerStore store, @Nullable DeviceSums sums) {
        this.peers = peers;
        this.store = store;
        this.sums = sums;
    }

    @Override
    public void run() {
        long now = System.nanoTime();
        if (now - looked < PAUSE) {
            return;
        }
        looked = now;
        if (sums != null && sums.failed()) {
            throw new EngineException("a sum of gradients has failed");
        }
        boolean left = store.has("cause")
                || store.has("stopped")
                || IntStream.range(0, peers.size()).anyMatch(rank -> store.has("noticed/" + rank));
        if (left) {
            throw new EngineException("another trainer has left");
        }
        if (now - since > peers.step().toNanos()) {
            throw new EngineException("waited " + peers.step().toSeconds() + " s for a sum of gradients");
        }
    }
}
