package jfab.control.launch.start;

import java.util.ArrayList;
import java.util.List;
import jfab.control.connection.host.Host;
import jfab.control.launch.LaunchException;

/**
 * How many processes of a role a job has, and where.
 *
 * @param on the hosts that they may run on; empty for all of the job
 * @param total how many there are; 0 for as many as {@code each} makes
 * @param each how many run on each of the hosts; 0 to divide {@code total} evenly
 * @param gpus which GPUs each has, where they are trainers
 */
public record Share(List<Host> on, int total, int each, Gpus gpus) {
    public Share {
        on = List.copyOf(on);
        if (total < 0 || each < 0) {
            throw new LaunchException("a role cannot have " + Math.min(total, each) + " processes");
        }
    }

    /** As many on every host. */
    public static Share each(int count) {
        return new Share(List.of(), 0, count, new Gpus.Unsaid());
    }

    /** Whether there is any process at all. */
    boolean any() {
        return total > 0 || each > 0;
    }

    /**
     * The host of each process, in the order of the ranks: those of one host follow each other.
     *
     * @param hosts those of the job
     * @param what the role, for a message
     */
    List<Host> over(List<Host> hosts, String what) {
        List<Host> chosen =
                on.isEmpty() ? hosts : hosts.stream().filter(on::contains).toList();
        if (chosen.isEmpty() && (total > 0 || each > 0)) {
            throw new LaunchException("none of the job's hosts is one that " + what + "s run on: "
                    + String.join(", ", on.stream().map(Host::toString).toList()));
        }
        List<Host> ranks = new ArrayList<>();
        for (int i = 0; i < chosen.size(); i++) {
            int here = each > 0 ? each : total / chosen.size() + (i < total % chosen.size() ? 1 : 0);
            for (int n = 0; n < here && (total == 0 || ranks.size() < total); n++) {
                ranks.add(chosen.get(i));
            }
        }
        if (ranks.size() < total) {
            throw new LaunchException(
                    total + " " + what + "s do not fit: " + chosen.size() + " hosts with " + each + " each");
        }
        return ranks;
    }
}
