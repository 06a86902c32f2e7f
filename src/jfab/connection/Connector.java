package jfab.connection;

/** Opens connections; holds the user's keys, known hosts and ssh_config. Safe for use by many threads. */
public interface Connector extends AutoCloseable {
    /**
     * Connects and logs in.
     *
     * @throws ConnectionException with the reason when that fails
     */
    Connection open(Host host);

    @Override
    void close();
}
