package jfab.control.fabfile;

import groovy.lang.Closure;
import groovy.lang.DelegatesTo;
import java.util.Map;
import jfab.control.connection.Connection;
import jfab.control.task.Hook;
import org.jspecify.annotations.Nullable;

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
public interface FabfileWords extends DialogWords, HostWords, InvokeWords, ProfileWords, SecretWords, SettingWords {
    /** Declares a task without description or options: {@code task('uptime') { c -> c.run('uptime') }}. */
    default void task(
            String name, @DelegatesTo(value = Connection.class, strategy = Closure.DELEGATE_FIRST) Closure<?> body) {
        task(Map.of(), name, "", body);
    }

    /**
     * Declares a task; the description is what {@code jfab --list} shows:
     * {@code task('uptime', 'Show how long hosts are up') { c -> c.run('uptime') }}.
     */
    default void task(
            String name,
            String description,
            @DelegatesTo(value = Connection.class, strategy = Closure.DELEGATE_FIRST) Closure<?> body) {
        task(Map.of(), name, description, body);
    }

    /**
     * Declares a task with options and parameters, without description:
     * {@code task('disk', path: '/home') { c, path -> c.run(['df', path]) }}.
     */
    default void task(
            Map<String, ?> options,
            String name,
            @DelegatesTo(value = Connection.class, strategy = Closure.DELEGATE_FIRST) Closure<?> body) {
        task(options, name, "", body);
    }

    /**
     * Declares a task.
     *
     * <p>The body's first parameter is the {@link Connection} of the host that it runs on: it runs once on every host, hosts
     * in parallel. A body that declares none, {@code { -> ... }}, does so too where there are hosts; where there are none at all it runs
     * once on this machine, and whatever needs a host is refused. When that parameter is declared as {@link jfab.control.connection.Group}, the body runs once for all hosts.
     *
     * <p>The other parameters of the body are the task's own, by name. One that {@code options} gives a default is a flag,
     * {@code --job-id=x} for {@code job_id}, or {@code --follow} and {@code --no-follow} where the default is true or
     * false. One without a default must be given on the command line, in order. Each has a short flag too, the first letter
     * of its name that no parameter before it has; inside the task it goes before a flag of jfab.
     *
     * <p>A parameter takes what it is declared as, {@code String}, {@code int}, {@code long}, {@code double},
     * {@code boolean}, {@code Path}, an enum, or a {@code List} of these; declared without a type, what its default is. A list
     * takes its flag several times; the last one without a default, {@code String... names} too, takes all words up to the
     * name of a task. A parameter {@code remainder} gets the words behind {@code --}; one called
     * {@code unknownFlags} gets the long flags that the task does not have, as they were typed and in their order. About parameters {@code options} may say
     *
     * <ul>
     *   <li>{@code help: [path: 'where models are kept']}: what {@code --help} shows;
     *   <li>{@code choices: [mode: ['fast', 'safe']]}: nothing else is accepted;
     *   <li>{@code optional: ['log']}: {@code --log} alone is {@code true}, {@code --log=x} is the text;
     *   <li>{@code incrementable: ['v']}: {@code -vvv} is 3;
     *   <li>{@code iterable: ['tag']}: a list, whatever its default;
     *   <li>{@code positional: ['source']}: the words behind the task fill these and no others;
     *   <li>{@code shortFlags: false}: only parameters of one letter have short flags.
     * </ul>
     *
     * <p>What the body returns is the task's value. Besides defaults of parameters, {@code options} may have
     *
     * <ul>
     *   <li>{@code before: ['disk', calling('clean', path: '/tmp')]}: tasks that run on the same hosts before this one, each
     *       once however many ways lead to it;
     *   <li>{@code after: 'status'}: tasks that run on the same hosts after this one, when it succeeded;
     *   <li>{@code always: 'unlock'}: tasks that run on the same hosts after this one when it, or what is before it, has
     *       begun, however that ended; not after Ctrl-C;
     *   <li>{@code local: true}: the task needs no host and runs here once, whatever hosts are named, without SSH; its
     *       connection runs commands on this machine;
     *   <li>{@code once: true}, or {@code runOnce: true}: the task runs once in an invocation, on the first host that it
     *       is asked for; all who ask get the one value. With {@code --no-dedupe} it runs each time;
     *   <li>{@code aliases: ['d']}: other names for it;
     *   <li>{@code hidden: true}: {@code --list} leaves it out, as it does names that begin with an underscore;
     *   <li>{@code default: true}: it runs where only its namespace is named, at the top where no task is named;
     *   <li>{@code hosts: ['a'], roles: ['gpu']}: this task's own hosts, instead of the fabfile's;
     *   <li>{@code serial: true}: one host after the other, and none after a failure, but for {@code --keep-going}; {@code batch: [1, '10%', 'rest'], wait: '30s'}: batch after batch,
     *       each only when the ones before it succeeded.
     * </ul>
     *
     * <pre>{@code
     * task('push', 'Send the site', before: ['build'], always: [calling('unlock', path: '/srv')], to: '/srv') { c, to ->
     *     c.run(['tar', '-xf', 'site.tar', '-C', to])
     * }
     * }</pre>
     */
    void task(
            Map<String, ?> options,
            String name,
            String description,
            @DelegatesTo(value = Connection.class, strategy = Closure.DELEGATE_FIRST) Closure<?> body);

    /** A task with arguments in their order, for {@code before}, {@code after} and {@code always}: {@code calling('clean', '/tmp')}. */
    default Hook calling(String task, @Nullable Object... arguments) {
        return calling(Map.of(), task, arguments);
    }

    /** A task with arguments by name, for {@code before}, {@code after} and {@code always}: {@code calling('clean', path: '/tmp')}. */
    Hook calling(Map<String, ?> named, String task, @Nullable Object... arguments);

    /** Waits so many milliseconds; the task that is stopped meanwhile ends there, as in a command: {@code sleep 5000}. */
    default void sleep(long milliseconds) throws InterruptedException {
        Sleep.sleep(milliseconds);
    }

    /**
     * Puts the tasks that {@code block} declares behind a name: {@code build} in {@code docs} is {@code docs.build}.
     *
     * <p>Namespaces nest. Tasks of one know each other by their short names. A task with {@code default: true} answers to
     * the name of its namespace: {@code jfab docs}.
     *
     * <pre>{@code
     * namespace('docs') {
     *     task('clean') { c -> c.run('rm -rf site') }
     *     task('build', before: 'clean', default: true) { c -> c.run('make site') }
     * }
     * }</pre>
     */
    void namespace(
            String name, @DelegatesTo(value = FabfileWords.class, strategy = Closure.DELEGATE_FIRST) Closure<?> block);

    /**
     * Reads another file with the same words; {@code file} is relative to the file that this stands in.
     *
     * <p>{@code include 'tasks/start.groovy'}
     */
    void include(String file);

    /** Reads another file into a namespace: {@code include 'tasks/train.groovy', as: 'train'}. */
    void include(Map<String, ?> options, String file);

    /**
     * Describes the training jobs that tasks start through {@code training}, which every task body knows, and gives the fabfile the
     * tasks that work on jobs, unless a cluster block does: {@code training { program 'examples/mnist_conv.groovy' }}.
     */
    void training(@DelegatesTo(value = TrainingWords.class, strategy = Closure.DELEGATE_FIRST) Closure<?> block);

    /**
     * Describes the cluster that {@code jfab cluster-train} starts jobs on, and gives the fabfile the tasks that work on jobs:
     * {@code cluster { hosts 'paddle@192.168.100.17', 'paddle@192.168.100.18'; rootDir '/home/paddle' }}.
     */
    void cluster(@DelegatesTo(value = ClusterWords.class, strategy = Closure.DELEGATE_FIRST) Closure<?> block);
}
