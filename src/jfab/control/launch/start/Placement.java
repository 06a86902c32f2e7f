package jfab.control.launch.start;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Worker;
import jfab.role.Role;

/** Which process of a job runs where: the host of each server and of each trainer, by rank. */
record Placement(List<Host> pservers, List<Host> trainers) {
    /** A process that has a place, and nothing more yet. */
    record Place(Role role, int rank, Host host, int indexOnHost) {
        String name() {
            return Worker.nameOf(role, rank);
        }

        /** The first process of a role on its host has the log that version 1 gave it, others one of their own. */
        String log() {
            String word = role == Role.PSERVER ? "server" : "train";
            return indexOnHost == 0 ? "log/" + word + ".log" : "log/" + word + "-" + rank + ".log";
        }
    }

    Placement {
        pservers = List.copyOf(pservers);
        trainers = List.copyOf(trainers);
        if (trainers.isEmpty()) {
            throw new LaunchException("a job needs at least one trainer; write trainers 1 in the cluster block");
        }
    }

    static Placement of(ClusterSpec cluster, List<Host> hosts) {
        return new Placement(
                cluster.pservers().over(hosts, "pserver"), cluster.trainers().over(hosts, "trainer"));
    }

    List<Place> places(Role role) {
        List<Host> hosts = role == Role.PSERVER ? pservers : trainers;
        List<Place> places = new ArrayList<>();
        Map<Host, Integer> before = new HashMap<>();
        for (int rank = 0; rank < hosts.size(); rank++) {
            Host host = hosts.get(rank);
            int index = before.merge(host, 1, Integer::sum) - 1;
            places.add(new Place(role, rank, host, index));
        }
        return places;
    }

    /** All places on {@code host}, the servers first. */
    List<Place> on(Host host) {
        List<Place> all = new ArrayList<>(places(Role.PSERVER));
        all.addAll(places(Role.TRAINER));
        return all.stream().filter(place -> place.host().equals(host)).toList();
    }
}
