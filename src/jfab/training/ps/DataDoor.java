package jfab.training.ps;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import jfab.training.ps.wire.DataKey;
import org.jspecify.annotations.Nullable;

/** Where trainers come in with the data connections that a server has given them keys for; closed where the wire is encrypted. */
final class DataDoor {
    /** So many refusals have a line each; a port that strangers knock at for days must not fill the disk. */
    static final int TOLD = 20;

    private static final long TOLD_EVERY = 1000;

    private final boolean open;
    private final Consumer<String> console;
    private final Map<DataKey, TrainerLink> keys = new ConcurrentHashMap<>();
    private final AtomicLong refused = new AtomicLong();

    /**
     * @param console where it is told who was refused
     */
    DataDoor(boolean open, Consumer<String> console) {
        this.open = open;
        this.console = console;
    }

    boolean open() {
        return open;
    }

    /** A key for one connection of {@code link}. */
    DataKey key(TrainerLink link) {
        if (!open) {
            return DataKey.none();
        }
        DataKey key = DataKey.draw();
        keys.put(key, link);
        return key;
    }

    /** Whose key that is; it is of no use any more. */
    @Nullable
    TrainerLink enter(DataKey key) {
        return keys.remove(key);
    }

    /** Tells that a connection from {@code host} was refused; after the first {@value #TOLD}, only now and then. */
    void refused(String host, String reason) {
        long count = refused.incrementAndGet();
        if (count <= TOLD) {
            console.accept("refused a data connection from " + host + ": " + reason
                    + (count == TOLD ? "; from here on each " + TOLD_EVERY + "th refusal is told" : ""));
        } else if (count % TOLD_EVERY == 0) {
            console.accept("refused " + count + " data connections, the last one from " + host + ": " + reason);
        }
    }
}
