package jfab.control.cli.output;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostSet;

/** What hosts are called in the output: by name where that is enough, in full where it is not. */
record HostLabels(Map<Host, String> labels) {
    HostLabels {
        labels = Map.copyOf(labels);
    }

    static HostLabels of(List<Host> hosts) {
        Map<String, Integer> uses = new HashMap<>();
        hosts.forEach(host -> uses.merge(host.name(), 1, Integer::sum));
        Map<Host, String> labels = new HashMap<>();
        for (Host host : hosts) {
            labels.put(host, uses.getOrDefault(host.name(), 1) > 1 ? host.toString() : host.name());
        }
        return new HostLabels(labels);
    }

    String of(Host host) {
        return labels.getOrDefault(host, host.toString());
    }

    /** One name for several hosts: {@code gpu[01-16]}. */
    String fold(List<Host> hosts) {
        return HostSet.fold(hosts.stream()
                .map(host -> of(host).equals(host.name()) ? new Host(host.name(), null, 0) : host)
                .toList());
    }
}
