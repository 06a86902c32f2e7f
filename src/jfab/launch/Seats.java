package jfab.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.connection.Host;
import jfab.role.Endpoint;
import jfab.role.Role;

/**
 * The addresses and ports that a job's hosts have given its processes.
 *
 * @param addresses by host
 * @param ports by process, the first of those that are its own
 */
record Seats(Map<Host, String> addresses, Map<String, Integer> ports) {
    Seats {
        addresses = Map.copyOf(addresses);
        ports = Map.copyOf(ports);
    }

    /** What each host answered, in the order of {@code hosts}. */
    static Seats of(List<Host> hosts, List<String> answers) {
        Map<Host, String> addresses = new HashMap<>();
        Map<String, Integer> ports = new HashMap<>();
        for (int i = 0; i < hosts.size(); i++) {
            for (String line : answers.get(i).lines().toList()) {
                String[] words = line.split(" ", 2);
                if (words[0].equals("address")) {
                    addresses.put(hosts.get(i), words[1]);
                } else {
                    ports.put(words[0], Integer.parseInt(words[1]));
                }
            }
        }
        return new Seats(addresses, ports);
    }

    /** Every server on {@code port} of its host, under the name that the user calls the host by. */
    static Seats fixed(Placement placement, int port) {
        Map<Host, String> addresses = new HashMap<>();
        Map<String, Integer> ports = new HashMap<>();
        for (Role role : List.of(Role.PSERVER, Role.TRAINER)) {
            placement.places(role).forEach(place -> {
                addresses.put(place.host(), place.host().name());
                ports.put(place.name(), role == Role.PSERVER ? port : 0);
            });
        }
        return new Seats(addresses, ports);
    }

    String address(Placement.Place place) {
        String address = addresses.get(place.host());
        if (address == null) {
            throw new IllegalStateException("no address for " + place.host());
        }
        return address.contains(":") ? "[" + address + "]" : address;
    }

    int port(Placement.Place place) {
        return ports.getOrDefault(place.name(), 0);
    }

    Endpoint endpoint(Placement.Place place) {
        return new Endpoint(address(place), port(place));
    }
}
