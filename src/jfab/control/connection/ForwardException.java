package jfab.control.connection;

import jfab.JfabException;
import jfab.PlainText;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostFailure;

/** A port that cannot be forwarded. */
public final class ForwardException extends JfabException implements HostFailure {
    private final transient Host host;

    public ForwardException(Host host, String problem, Throwable cause) {
        super(PlainText.sentence(host + ": " + problem), cause);
        this.host = host;
    }

    @Override
    public Host host() {
        return host;
    }
}
