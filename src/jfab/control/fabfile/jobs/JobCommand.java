package jfab.control.fabfile.jobs;

import java.util.List;
import jfab.control.connection.Group;
import jfab.control.task.TaskParameter;
import org.jspecify.annotations.Nullable;

/** A task that every fabfile with a {@code cluster} or a {@code training} block has; it runs once for all hosts. */
public interface JobCommand {
    /** As it is typed, with dashes. */
    String name();

    /** One line for {@code jfab --list}. */
    String description();

    /** Whether there is something to do where no host is asked. */
    default boolean worksDry() {
        return false;
    }

    /** What it takes from the command line. */
    List<TaskParameter> parameters();

    /**
     * Does its work.
     *
     * @param arguments the values of the parameters, in their order
     */
    void run(JobContext context, Group hosts, List<@Nullable Object> arguments) throws InterruptedException;
}
