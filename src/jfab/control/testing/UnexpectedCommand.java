package jfab.control.testing;

import jfab.JfabException;
import jfab.control.connection.command.Command;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostFailure;

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
