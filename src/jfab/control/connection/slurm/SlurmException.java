package jfab.control.connection.slurm;

import jfab.JfabException;
import jfab.PlainText;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostFailure;

/** The end of an allocation while work was to be done on one of its nodes: trying again is in vain. */
final class SlurmException extends JfabException implements HostFailure {
    private final transient Host host;

    SlurmException(Host host, String problem) {
        super(PlainText.sentence(host + ": " + problem));
        this.host = host;
    }

    @Override
    public Host host() {
        return host;
    }
}
