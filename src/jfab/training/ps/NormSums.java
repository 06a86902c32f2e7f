package jfab.training.ps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.training.ps.ClientEvent.Measured;
import jfab.training.ps.wire.Message.NormParts;
import jfab.training.ps.wire.Message.Norms;
import org.jspecify.annotations.Nullable;

/**
 * Adds up for the servers what each has measured of a step's gradients: no server sees all of them, and every trainer talks to
 * all servers.
 *
 * <p>All trainers do so, in the same order, and the servers take whoever is first; thus no trainer is special.
 */
final class NormSums {
    private final Map<ServerLink, NormParts> parts = new HashMap<>();

    /**
     * Takes one server's part; when it was the last one, tells the sums to all.
     *
     * @return why the job cannot go on, or null
     */
    @Nullable
    String add(Measured measured, List<ServerLink> links) {
        NormParts part = measured.parts();
        for (Map.Entry<ServerLink, NormParts> other : parts.entrySet()) {
            if (other.getValue().step() != part.step()
                    || other.getValue().squares().size() != part.squares().size()) {
                return Statuses.name(measured.link().endpoint()) + " and "
                        + Statuses.name(other.getKey().endpoint()) + " have not measured the same gradients";
            }
        }
        parts.put(measured.link(), part);
        if (parts.keySet().containsAll(links)) {
            Norms sums = new Norms(part.step(), sum(links));
            parts.clear();
            links.forEach(link -> link.send(sums));
        }
        return null;
    }

    private List<Double> sum(List<ServerLink> links) {
        List<Double> sums = new ArrayList<>();
        for (ServerLink link : links) {
            List<Double> squares =
                    parts.getOrDefault(link, new NormParts(0, List.of())).squares();
            for (int i = 0; i < squares.size(); i++) {
                if (sums.size() == i) {
                    sums.add(0.0);
                }
                sums.set(i, sums.get(i) + squares.get(i));
            }
        }
        return List.copyOf(sums);
    }
}
