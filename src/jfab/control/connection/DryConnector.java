package jfab.control.connection;

import jfab.control.connection.command.OutputListener;
import jfab.control.connection.host.Host;

/** Connects to nothing: what tasks would do on a host is shown, and nothing is done. */
public record DryConnector(OutputListener output) implements Connector {
    @Override
    public Transport connect(Host host) {
        return new DryTransport(host, output);
    }

    @Override
    public boolean dry() {
        return true;
    }

    @Override
    public void close() {}
}
