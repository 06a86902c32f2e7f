package jfab.control.connection;

import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;

/** Opens connections; holds the user's keys, known hosts and ssh_config. Safe for use by many threads. */
public interface Connector extends AutoCloseable {
    /**
     * Connects and logs in.
     *
     * @throws ConnectionException with the reason when that fails
     */
    Transport connect(Host host);

    /** Connects and logs in, for a task that runs on this host alone. */
    default Connection open(Host host) {
        return open(host, Together.of(1));
    }

    /** Connects and logs in, for work that other hosts do at the same time: {@code together} is what they share. */
    default Connection open(Host host, Together together) {
        return new Connection(connect(host), defaults().among(together));
    }

    /** Lets go of a connection when the work on its host is done: its session ends, or serves what comes next. No word of scripts. */
    default void leave(Connection connection) {
        connection.leave();
    }

    /** How commands run that do not say it themselves. */
    default Defaults defaults() {
        return Defaults.plain();
    }

    /** Whether this only shows what would be done: what hosts answer then says nothing. */
    default boolean dry() {
        return false;
    }

    /**
     * Throws where the task for which hosts work is to go no further. Called in the thread that has them work, before that and where it
     * is interrupted.
     */
    default void check() {}

    /** This connector for commands that run as {@code others} say. */
    default Connector with(Defaults others) {
        Connector here = this;
        return new Connector() {
            @Override
            public Transport connect(Host host) {
                return here.connect(host);
            }

            @Override
            public Defaults defaults() {
                return others;
            }

            @Override
            public void check() {
                here.check();
            }

            @Override
            public void close() {
                here.close();
            }
        };
    }

    @Override
    void close();
}
