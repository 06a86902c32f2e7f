package jfab.control.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import jfab.control.connection.host.Host;

/**
 * Hosts that do not describe a job as others of it do: each is believed of its own processes alone.
 *
 * @param hosts those that cannot be believed, in the order of the job's hosts; none where all say the same
 * @param outvoted whether more than half of all hosts agree on something else; where no such number does, nobody knows who is right, and
 *     {@code hosts} are all
 */
public record Disagreement(List<Host> hosts, boolean outvoted) {
    public Disagreement {
        hosts = List.copyOf(hosts);
    }

    /** That of hosts which have told what they know of one job; what a host does not know, it does not contradict. */
    static Disagreement among(List<HostReport> reports) {
        List<HostReport> telling =
                reports.stream().filter(report -> report.told().isPresent()).toList();
        Map<String, Long> versions = telling.stream()
                .map(report -> report.told().orElseThrow())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        Optional<String> common = versions.entrySet().stream()
                .filter(version -> 2 * version.getValue() > telling.size())
                .map(Map.Entry::getKey)
                .findFirst();
        return new Disagreement(
                telling.stream()
                        .filter(report -> common.isEmpty() || !report.told().equals(common))
                        .map(HostReport::host)
                        .toList(),
                common.isPresent());
    }

    public boolean isNone() {
        return hosts.isEmpty();
    }

    /** Why what {@code host}, one of these, says of {@code job} is not believed. */
    LaunchException of(JobId job, Host host) {
        return new LaunchException(host + ": what it says of " + job + " is not what other hosts say"
                + (outvoted ? "" : ", and nobody knows which of them is right")
                + "; each was believed of its own processes alone");
    }

    /** In words: {@code h1, h2 describe it differently}. */
    public String sentence() {
        String named = hosts.stream().map(Host::toString).collect(Collectors.joining(", "));
        String verb = hosts.size() == 1 ? " describes" : " describe";
        return named + verb + " it " + (outvoted ? "otherwise than most of its hosts do" : "differently");
    }
}
