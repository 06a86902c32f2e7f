package jfab.control.launch.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import org.junit.jupiter.api.Test;

class EngineTest {
    private static final Host HOST = Host.parse("a");

    /** The flags of version 1's ports that a trainer is given where the cluster has these. */
    private static List<String> flags(int ports, int sparse) {
        Placement placement = new Placement(List.of(HOST), List.of(HOST));
        Seats seats = new Seats(Map.of(HOST, "10.0.0.1"), Map.of(), Map.of("pserver-0", 7164));
        return new Engine.Configured(new ClusterSpec.Network("", 7164, false, ports, sparse))
                        .argv(
                                "engine",
                                placement,
                                seats,
                                placement.places(Role.TRAINER).getFirst(),
                                EngineFlags.of(List.of("--config=x")))
                        .stream()
                        .filter(flag -> flag.startsWith("--ports_num"))
                        .toList();
    }

    @Test
    void flagsWithoutMeaningAreGivenOnlyWhereSomebodyAskedForThem() {
        assertEquals(List.of(), flags(1, 0));
        assertEquals(List.of("--ports_num=2", "--ports_num_for_sparse=2"), flags(2, 2));
    }
}
