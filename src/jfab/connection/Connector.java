package jfab.connection;

/** Opens connections; holds the user's keys, known hosts and ssh_config. Safe for use by many threads. */
public interface Connector extends AutoCloseable {
    /**
     * Connects and logs in.
     *
     * @throws ConnectionException with the reason when that fails
     */
    Transport connect(Host host);

    /** Connects and logs in, for a task. */
    default Connection open(Host host) {
        return new Connection(connect(host));
    }

    @Override
    void close();
}
