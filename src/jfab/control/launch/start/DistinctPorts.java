package jfab.control.launch.start;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import jfab.control.launch.Job;
import jfab.control.launch.start.Placement.Place;
import jfab.role.Role;

/**
 * Ports of which no two processes of a job have the same on one machine: two hosts may be accounts there, and one account does
 * not see what the other has reserved.
 */
record DistinctPorts(Job job, Placement placement, ClusterSpec cluster) {
    /** {@code addresses} with other ports for processes whose machine has given theirs before. */
    ProcessAddresses over(ProcessAddresses addresses) throws InterruptedException {
        Map<String, Set<Integer>> given = new HashMap<>();
        ProcessAddresses chosen = addresses;
        for (Role role : List.of(Role.PSERVER, Role.TRAINER)) {
            for (Place place : placement.places(role)) {
                int count = cluster.ports(role, place.rank());
                Set<Integer> others = given.computeIfAbsent(addresses.machine(place), machine -> new HashSet<>());
                int port = chosen.port(place);
                while (ports(port, count).anyMatch(others::contains)) {
                    // Behind all of them: the next one after its own would be the next one of another, too.
                    port = exchanged(place, Collections.max(others) + 1);
                }
                chosen = chosen.with(Map.of(place.name(), port));
                ports(port, count).forEach(others::add);
            }
        }
        return chosen;
    }

    private static IntStream ports(int first, int count) {
        return IntStream.range(first, first + count);
    }

    private int exchanged(Place place, int first) throws InterruptedException {
        return job.on(place.host(), node -> new HostSetup(node, job.id()).exchange(cluster, place, first));
    }
}
