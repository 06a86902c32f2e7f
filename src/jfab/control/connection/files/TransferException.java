package jfab.control.connection.files;

import jfab.JfabException;
import jfab.PlainText;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostFailure;

/** A file that did not arrive; nothing half-written was left at its destination. */
public final class TransferException extends JfabException implements HostFailure {
    private final transient Host host;
    private final String path;

    public TransferException(Host host, String path, String problem, Throwable cause) {
        super(PlainText.sentence(host + ": " + path + ": " + problem), cause);
        this.host = host;
        this.path = path;
    }

    @Override
    public Host host() {
        return host;
    }

    public String path() {
        return path;
    }
}
