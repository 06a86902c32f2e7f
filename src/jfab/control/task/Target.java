package jfab.control.task;

import jfab.control.connection.Connection;
import jfab.control.connection.Group;
import jfab.control.connection.host.Host;

/** Where a task runs. */
public sealed interface Target {
    /** Whether that is this machine, without SSH; commands need not run there. */
    boolean here();

    /** Whether commands run here, on this machine. */
    default boolean onThisMachine() {
        return this instanceof One(Connection connection) && connection.host().equals(Host.HERE);
    }

    /** One host, on a connection that its caller uses too. */
    record One(Connection connection) implements Target {
        @Override
        public boolean here() {
            return connection.host().here();
        }
    }

    /** Hosts, each on a connection of its own. */
    record All(Group group) implements Target {
        @Override
        public boolean here() {
            return group.hosts().stream().anyMatch(Host::here);
        }
    }
}
