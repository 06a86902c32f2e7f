package jfab.cli.output;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.connection.Host;

/** What hosts are called in the output: by name where that is enough, in full where it is not. */
record HostLabels(Map<Host, String> labels, int width) {
    HostLabels {
        labels = Map.copyOf(labels);
    }

    static HostLabels of(List<Host> hosts) {
        Map<String, Integer> uses = new HashMap<>();
        hosts.forEach(host -> uses.merge(host.name(), 1, Integer::sum));
        Map<Host, String> labels = new HashMap<>();
        int width = 0;
        for (Host host : hosts) {
            String label = uses.getOrDefault(host.name(), 1) > 1 ? host.toString() : host.name();
            labels.put(host, label);
            width = Math.max(width, label.length());
        }
        return new HostLabels(labels, width);
    }

    String of(Host host) {
        return labels.getOrDefault(host, host.toString());
    }
}
