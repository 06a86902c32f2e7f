package jfab.connection.slurm;

import jfab.connection.Allocation;
import jfab.connection.Connector;
import jfab.connection.Defaults;
import jfab.connection.Host;
import jfab.connection.OutputListener;
import jfab.connection.Transport;

/**
 * Reaches the nodes of an allocation by srun, as most clusters let nobody log in to them, and other hosts by {@code others}.
 *
 * @param others closed with this
 */
public record SlurmConnector(Allocation allocation, Connector others, OutputListener output) implements Connector {
    @Override
    public Transport connect(Host host) {
        return allocation.has(host)
                ? new SlurmTransport(host, new Srun(allocation.id(), host), output)
                : others.connect(host);
    }

    @Override
    public Defaults defaults() {
        return others.defaults();
    }

    @Override
    public void close() {
        others.close();
    }
}
