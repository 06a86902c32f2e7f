package jfab.control.fabfile;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jfab.control.hosts.Inventory;

/**
 * The profiles that a fabfile declares.
 *
 * @param described their descriptions by their names, as they are typed
 * @param choice does what the blocks of some of them say, in their order; gives the hosts that are then known
 */
public record Profiles(Map<String, String> described, Function<List<String>, Inventory> choice) {
    public Profiles {
        described = Collections.unmodifiableMap(new LinkedHashMap<>(described));
    }

    /** No profiles. */
    static Profiles none() {
        return new Profiles(Map.of(), names -> Inventory.empty());
    }
}
