package jfab.testing;

import jfab.JfabException;
import jfab.connection.Command;
import jfab.connection.Host;
import jfab.connection.HostFailure;

/** A command that a strict test has no answer to. */
public final class UnexpectedCommand extends JfabException implements HostFailure {
    private final transient Host host;

    UnexpectedCommand(Host host, Command command) {
        super(host + ": no answer to '" + command.line() + "'; give one with on('...')");
        this.host = host;
    }

    @Override
    public Host host() {
        return host;
    }
}
