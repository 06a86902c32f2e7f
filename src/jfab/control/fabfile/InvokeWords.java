package jfab.control.fabfile;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import jfab.control.connection.Connection;
import jfab.control.connection.Group;
import jfab.control.task.Target;
import org.jspecify.annotations.Nullable;

/**
 * The words by which the body of a task runs other tasks, with all that goes with these: what is declared {@code before},
 * {@code after} and {@code always}.
 *
 * <p>Without a connection or a group the other task runs where its caller does, and on its own hosts where its caller has none; one that
 * has {@code hosts} or {@code roles} of its own is refused on other hosts of its caller's. A local task is invoked where its caller has
 * no hosts, and runs here; one that is declared {@code before} another runs once for all hosts that invoke that. The value of a task is
 * that of its body. A body that takes a host's connection and is invoked for a group runs on each of its hosts, in parallel; the values
 * then come as a map by host. A body that takes the group and is invoked for one host gets a group of that host. Tasks that call each
 * other in a circle are refused.
 *
 * <pre>{@code
 * task('version', hidden: true) { c -> c.run('cat VERSION').out.trim() }
 * task('push', before: 'build', to: '/srv') { c, to -> c.put(...) }
 *
 * task('release') { c ->
 *     if (invoke('version') != '1.2') {
 *         invoke('push', to: '/srv/site')
 *     }
 * }
 * }</pre>
 */
public interface InvokeWords {
    /** Runs a task with arguments in their order: {@code invoke('push', '/srv')}. */
    @Nullable
    default Object invoke(String task, @Nullable Object... arguments) throws InterruptedException {
        return invokeOn(null, Map.of(), task, Arrays.asList(arguments));
    }

    /** Runs a task with arguments by name: {@code invoke('push', to: '/srv')}. */
    @Nullable
    default Object invoke(Map<String, ?> named, String task, @Nullable Object... arguments)
            throws InterruptedException {
        return invokeOn(null, named, task, Arrays.asList(arguments));
    }

    /** Runs a task on one host: {@code invoke(c, 'push', '/srv')}. */
    @Nullable
    default Object invoke(Connection host, String task, @Nullable Object... arguments) throws InterruptedException {
        return invokeOn(new Target.One(host), Map.of(), task, Arrays.asList(arguments));
    }

    /** Runs a task on one host: {@code invoke(c, 'push', to: '/srv')}. */
    @Nullable
    default Object invoke(Map<String, ?> named, Connection host, String task, @Nullable Object... arguments)
            throws InterruptedException {
        return invokeOn(new Target.One(host), named, task, Arrays.asList(arguments));
    }

    /** Runs a task on several hosts: {@code invoke(hosts, 'push', '/srv')}. */
    @Nullable
    default Object invoke(Group hosts, String task, @Nullable Object... arguments) throws InterruptedException {
        return invokeOn(new Target.All(hosts), Map.of(), task, Arrays.asList(arguments));
    }

    /** Runs a task on several hosts: {@code invoke(hosts, 'push', to: '/srv')}. */
    @Nullable
    default Object invoke(Map<String, ?> named, Group hosts, String task, @Nullable Object... arguments)
            throws InterruptedException {
        return invokeOn(new Target.All(hosts), named, task, Arrays.asList(arguments));
    }

    /** What all the others mean: runs a task on {@code where}, or where its caller runs if that is null. */
    @Nullable
    Object invokeOn(@Nullable Target where, Map<String, ?> named, String task, List<@Nullable Object> arguments)
            throws InterruptedException;
}
