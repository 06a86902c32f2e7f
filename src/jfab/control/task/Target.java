package jfab.control.task;

import jfab.control.connection.Connection;
import jfab.control.connection.Group;

/** Where a task runs. */
public sealed interface Target {
    /** One host, on a connection that its caller uses too. */
    record One(Connection connection) implements Target {}

    /** Hosts, each on a connection of its own. */
    record All(Group group) implements Target {}
}
