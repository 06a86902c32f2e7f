package jfab.training.ps;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jfab.training.ps.wire.DataKey;
import org.jspecify.annotations.Nullable;

/** Where trainers come in with the data connections that a server has given them keys for; closed where the wire is encrypted. */
final class DataDoor {
    private final boolean open;
    private final Map<DataKey, TrainerLink> keys = new ConcurrentHashMap<>();

    DataDoor(boolean open) {
        this.open = open;
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
}
