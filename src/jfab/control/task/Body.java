package jfab.control.task;

import java.util.List;
import jfab.control.connection.Connection;
import jfab.control.connection.Group;
import org.jspecify.annotations.Nullable;

/** What a task does; its arguments are the values of the task's parameters, in their order; what it returns is the task's value. */
public sealed interface Body {
    /** Runs once on each host, hosts in parallel. */
    @FunctionalInterface
    non-sealed interface EachHost extends Body {
        @Nullable
        Object run(Connection connection, List<@Nullable Object> arguments) throws InterruptedException;
    }

    /** Asks for no connection: where there are hosts it runs once for each, and where there are none once on this machine. */
    @FunctionalInterface
    interface NoHost extends EachHost {}

    /** Runs once for all hosts together. */
    @FunctionalInterface
    non-sealed interface AllHosts extends Body {
        @Nullable
        Object run(Group group, List<@Nullable Object> arguments) throws InterruptedException;
    }
}
