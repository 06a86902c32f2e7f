package jfab.control.connection.here;

import jfab.control.connection.Connector;
import jfab.control.connection.Transport;
import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;

/** Reaches {@link Host#HERE} and {@link Host#NOWHERE} without SSH, and all other hosts as {@code others} does. */
public record HereConnector(Connector others, OutputListener output) implements Connector {
    @Override
    public Transport connect(Host host) {
        return host.here() ? new HereTransport(host, output) : others.connect(host);
    }

    @Override
    public void close() {
        others.close();
    }
}
