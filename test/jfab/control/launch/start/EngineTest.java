package jfab.control.launch.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import org.junit.jupiter.api.Test;

class EngineTest {
    private static final Host HOST = Host.parse("a");

    /** The flags of version 1's ports that a trainer is given where the cluster has these, and the job's flags are {@code typed}. */
    private static List<String> flags(int ports, int sparse, String... typed) {
        Placement placement = new Placement(List.of(HOST), List.of(HOST));
        ProcessAddresses addresses =
                new ProcessAddresses(Map.of(HOST, "10.0.0.1"), Map.of(), Map.of("pserver-0", 7164));
        return new Engine.Configured(new ClusterSpec.Network("", 7164, false, ports, sparse), false)
                        .argv(
                                "engine",
                                placement,
                                addresses,
                                placement.places(Role.TRAINER).getFirst(),
                                EngineFlags.of(List.of(typed)))
                        .stream()
                        .filter(flag -> flag.startsWith("--ports_num"))
                        .toList();
    }

    /** The number of its GPU that the second of two trainers on a host is told. */
    private static List<String> number(boolean numbered, String... flags) {
        Placement placement = new Placement(List.of(), List.of(HOST, HOST));
        return new Engine.Configured(new ClusterSpec.Network("", 7164, false, 1, 0), numbered)
                        .argv(
                                "engine",
                                placement,
                                new ProcessAddresses(Map.of(HOST, "10.0.0.1"), Map.of(), Map.of()),
                                placement.places(Role.TRAINER).getLast(),
                                EngineFlags.of(List.of(flags)))
                        .stream()
                        .filter(flag -> flag.startsWith("--gpu_id"))
                        .toList();
    }

    @Test
    void aTrainerOfVersion1IsToldANumberOnlyWhereItSeesTheGpusOfOthersAsWell() {
        assertEquals(List.of(), number(false, "--use_gpu"));
        assertEquals(List.of("--gpu_id=1"), number(true, "--use_gpu=1"));
        assertEquals(List.of(), number(true, "--use_gpu=0"));
        assertEquals(List.of("--gpu_id=3"), number(true, "--use_gpu", "--gpu_id=3"));
    }

    @Test
    void flagsWithoutMeaningAreGivenOnlyWhereSomebodyAskedForThem() {
        assertEquals(List.of(), flags(1, 0));
        assertEquals(List.of(), flags(2, 2));
        assertEquals(List.of("--ports_num=2"), flags(2, 2, "--ports_num=2", "--config=x"));
    }
}
