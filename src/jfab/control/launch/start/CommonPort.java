package jfab.control.launch.start;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.control.launch.Job;
import jfab.control.launch.LaunchException;
import jfab.control.launch.start.Placement.Place;
import jfab.role.Role;

/** One port for all parameter servers of a job, which is all that the contract of document 003 can say of their ports. */
record CommonPort(Job job, Placement placement, ClusterSpec cluster) {
    /** Each try begins where the one before ended, so many are needed only where others take ports all the time. */
    private static final int MOST_TRIES = 30;

    /** {@code addresses} with the same port for every server; unchanged where servers share a machine. */
    ProcessAddresses over(ProcessAddresses addresses) throws InterruptedException {
        if (!sharers(placement, addresses).isEmpty()) {
            return addresses;
        }
        List<Place> servers = placement.places(Role.PSERVER);
        ProcessAddresses chosen = addresses;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            ProcessAddresses current = chosen;
            int highest = servers.stream().mapToInt(current::port).max().orElse(0);
            List<Place> lower = servers.stream()
                    .filter(server -> current.port(server) < highest)
                    .toList();
            if (lower.isEmpty()) {
                return chosen;
            }
            chosen = chosen.with(moved(lower, highest));
        }
        throw new LaunchException("no port from " + cluster.network().port() + " on stays free on the hosts of all "
                + servers.size() + " servers while jobs start; try again, or with another port in the cluster block");
    }

    private Map<String, Integer> moved(List<Place> servers, int first) throws InterruptedException {
        Map<String, Integer> ports = new HashMap<>();
        for (Map<String, Integer> answer : job.atOnce(node -> servers.stream()
                        .filter(server -> server.host().equals(node.host()))
                        .findFirst()
                        .map(server ->
                                Map.of(server.name(), new HostSetup(node, job.id()).exchange(cluster, server, first)))
                        .orElse(Map.of()))
                .orThrow()) {
            ports.putAll(answer);
        }
        return ports;
    }

    /** The port that all servers have, if they have one. */
    static Optional<Integer> of(Placement placement, ProcessAddresses addresses) {
        List<Integer> ports = placement.places(Role.PSERVER).stream()
                .map(addresses::port)
                .distinct()
                .toList();
        return ports.size() == 1 ? Optional.of(ports.getFirst()) : Optional.empty();
    }

    /** Why there cannot be one, as a sentence. */
    static Optional<String> refusal(Placement placement, ProcessAddresses addresses) {
        List<Place> sharers = sharers(placement, addresses);
        return sharers.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "PADDLE_PSERVER_IPS and PADDLE_PSERVER_PORT, which know one port for all servers, are not set:"
                                + " servers " + sharers.getFirst().rank() + " and "
                                + sharers.getLast().rank() + " both run on "
                                + sharers.getLast().host().name()
                                + "; PSERVERS and PADDLE_PSERVERS_IP_PORT_LIST name them all");
    }

    /** The first two servers that are on one machine, which has every port once; none where each has its own. */
    private static List<Place> sharers(Placement placement, ProcessAddresses addresses) {
        Map<String, Place> machines = new HashMap<>();
        for (Place server : placement.places(Role.PSERVER)) {
            Place other = machines.putIfAbsent(addresses.machine(server), server);
            if (other != null) {
                return List.of(other, server);
            }
        }
        return List.of();
    }
}
