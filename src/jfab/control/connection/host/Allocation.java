package jfab.control.connection.host;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hosts that Slurm lent to the shell or batch script that this program runs in.
 *
 * @param id the number of Slurm's job
 * @param hosts its nodes, in Slurm's order
 */
public record Allocation(String id, List<Host> hosts) {
    public Allocation {
        hosts = List.copyOf(hosts);
        if (!id.matches("[0-9]+")) {
            throw ConnectionException.settings("SLURM_JOB_ID is '" + id + "', which is no number of a Slurm job");
        }
    }

    /** The allocation that {@code environment} tells of, by {@code SLURM_JOB_ID} and {@code SLURM_JOB_NODELIST}. */
    public static Optional<Allocation> of(Map<String, String> environment) {
        String id = environment.getOrDefault("SLURM_JOB_ID", "");
        String nodes = environment.getOrDefault("SLURM_JOB_NODELIST", "");
        if (id.isEmpty() || nodes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Allocation(id, HostSet.parse(nodes).hosts()));
    }

    /** The one that this program runs in. */
    public static Optional<Allocation> ofThisProcess() {
        return of(System.getenv());
    }

    /** Whether {@code host} is one of its nodes; a user or a port in its name asks for SSH. */
    public boolean has(Host host) {
        return host.user() == null && host.port() == 0 && hosts.contains(host);
    }

    @Override
    public String toString() {
        return "Slurm allocation " + id;
    }
}
