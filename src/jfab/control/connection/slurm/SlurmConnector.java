package jfab.control.connection.slurm;

import jfab.control.connection.Connector;
import jfab.control.connection.Defaults;
import jfab.control.connection.Transport;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Allocation;
import jfab.control.connection.host.Host;

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
