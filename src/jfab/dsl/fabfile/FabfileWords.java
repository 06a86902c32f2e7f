package jfab.dsl.fabfile;

import groovy.lang.Closure;
import groovy.lang.DelegatesTo;
import java.util.List;
import java.util.Map;
import jfab.connection.Connection;

/**
 * The words of {@code fabfile.groovy}.
 *
 * <p>They record; nothing runs while the file is read. A variable that is set without {@code def}, as in
 * {@code port = 6173}, is seen by every task and every included file.
 *
 * <pre>{@code
 * hosts 'root@172.16.0.5', 'root@172.16.0.6'
 *
 * task('disk', 'Free space where models are kept', path: '/home') { c, path ->
 *     c.run(['df', '-h', path])
 * }
 * }</pre>
 */
public interface FabfileWords {
    /** Adds hosts that tasks run on, each {@code [user@]name[:port]}; {@code -H} on the command line replaces them all. */
    void hosts(Object... hosts);

    /** Adds hosts that tasks run on, each {@code [user@]name[:port]}; {@code -H} on the command line replaces them all. */
    void hosts(List<?> hosts);

    /** Declares a task without description or options. */
    void task(String name, @DelegatesTo(value = Connection.class, strategy = Closure.DELEGATE_FIRST) Closure<?> body);

    /** Declares a task; the description is what {@code jfab --list} shows. */
    void task(
            String name,
            String description,
            @DelegatesTo(value = Connection.class, strategy = Closure.DELEGATE_FIRST) Closure<?> body);

    /** Declares a task with options and parameters, without description. */
    void task(
            Map<String, ?> options,
            String name,
            @DelegatesTo(value = Connection.class, strategy = Closure.DELEGATE_FIRST) Closure<?> body);

    /**
     * Declares a task.
     *
     * <p>The body's first parameter is the {@link Connection} of the host that it runs on: it runs once on every host, hosts
     * in parallel. When that parameter is declared as {@link jfab.connection.Group}, the body runs once for all hosts.
     *
     * <p>The other parameters of the body are the task's own, by name. One that {@code options} gives a default is a flag,
     * {@code --job-id=x} for {@code job_id}, or {@code --follow} and {@code --no-follow} where the default is true or
     * false. One without a default must be given on the command line, in order.
     *
     * @param options defaults of parameters by name; {@code before: ['disk']} names tasks that run on the same hosts
     *     before this one; {@code hosts: ['a']} gives this task its own hosts
     */
    void task(
            Map<String, ?> options,
            String name,
            String description,
            @DelegatesTo(value = Connection.class, strategy = Closure.DELEGATE_FIRST) Closure<?> body);

    /** Reads another file with the same words; {@code file} is relative to the file that this stands in. */
    void include(String file);

    /** Describes the training jobs that tasks start through {@code training}, which every task body knows. */
    void training(@DelegatesTo(value = TrainingWords.class, strategy = Closure.DELEGATE_FIRST) Closure<?> block);
}
