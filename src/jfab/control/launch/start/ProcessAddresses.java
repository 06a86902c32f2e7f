package jfab.control.launch.start;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jfab.control.connection.host.Host;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Node;
import jfab.role.Endpoint;
import jfab.role.Role;

/**
 * The addresses and ports that a job's hosts have given its processes.
 *
 * @param addresses by host
 * @param machines by host; two hosts may be addresses of one machine, which has every port once
 * @param ports by process, the first of those that are its own
 */
record ProcessAddresses(Map<Host, String> addresses, Map<Host, String> machines, Map<String, Integer> ports) {
    ProcessAddresses {
        addresses = Map.copyOf(addresses);
        machines = Map.copyOf(machines);
        ports = Map.copyOf(ports);
    }

    /** What each host answered about itself and its own processes, in the order of {@code hosts}; nothing else counts. */
    static ProcessAddresses of(Placement placement, List<Host> hosts, List<String> answers) {
        Map<Host, String> addresses = new HashMap<>();
        Map<Host, String> machines = new HashMap<>();
        Map<String, Integer> ports = new HashMap<>();
        for (int i = 0; i < hosts.size(); i++) {
            Set<String> own = placement.on(hosts.get(i)).stream()
                    .map(Placement.Place::name)
                    .collect(Collectors.toSet());
            for (String line : answers.get(i).lines().toList()) {
                Host host = hosts.get(i);
                String[] words = line.split(" ", 2);
                switch (words[0]) {
                    case "address" -> addresses.put(host, Node.read(host, line, each -> address(words[1])));
                    case "machine" -> machines.put(host, Node.read(host, line, each -> words[1]));
                    default -> {
                        if (own.contains(words[0])) {
                            ports.put(words[0], Node.read(host, line, each -> port(words[1])));
                        }
                    }
                }
            }
            if (!addresses.containsKey(hosts.get(i))) {
                throw new LaunchException(hosts.get(i) + ": it does not tell its address");
            }
        }
        return new ProcessAddresses(addresses, machines, ports);
    }

    /** One of a network interface, or what an allocation calls a node; others get it in their environment. */
    private static String address(String text) {
        if (!text.matches("[0-9A-Za-z.:%_-]{1,255}")) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    /** A port that a process can listen on. */
    static int port(String text) {
        int port = Integer.parseInt(text);
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(text);
        }
        return port;
    }

    /** Every server on {@code port} of its host, at the address that this has. */
    ProcessAddresses fixed(Placement placement, int port) {
        Map<String, Integer> fixed = new HashMap<>();
        for (Role role : List.of(Role.PSERVER, Role.TRAINER)) {
            placement.places(role).forEach(place -> fixed.put(place.name(), role == Role.PSERVER ? port : 0));
        }
        return new ProcessAddresses(addresses, Map.of(), fixed);
    }

    /** The same where some processes have other ports. */
    ProcessAddresses with(Map<String, Integer> others) {
        Map<String, Integer> all = new HashMap<>(ports);
        all.putAll(others);
        return new ProcessAddresses(addresses, machines, all);
    }

    /** What machine a process is on, as far as hosts have said so. */
    String machine(Placement.Place place) {
        return machines.getOrDefault(place.host(), place.host().toString());
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
