package jfab.control.task;

import java.util.List;
import java.util.regex.Pattern;
import jfab.control.hosts.HostSource;

/**
 * Something that the user can run by name on hosts.
 *
 * @param name as it is shown and typed, with dashes: {@code tail-log}
 * @param description one line for {@code --list}; empty for none
 * @param parameters in the order in which the body takes their values
 * @param hooks what runs with it
 * @param hosts where it runs unless the command line says otherwise; empty for the fabfile's hosts
 * @param listing how it is found besides by its name
 * @param strategy which of its hosts run together, unless the command line says otherwise
 */
public record Task(
        String name,
        String description,
        List<TaskParameter> parameters,
        Hooks hooks,
        List<HostSource> hosts,
        Listing listing,
        Strategy strategy,
        Body body) {
    private static final Pattern WITHIN = Pattern.compile("(?<=[^._])_|(?<=[^._]_)_");

    public Task {
        name = dashed(name);
        parameters = List.copyOf(parameters);
        hosts = List.copyOf(hosts);
    }

    /** A task all of whose hosts run together. */
    public Task(
            String name,
            String description,
            List<TaskParameter> parameters,
            Hooks hooks,
            List<HostSource> hosts,
            Listing listing,
            Body body) {
        this(name, description, parameters, hooks, hosts, listing, new Strategy.Parallel(), body);
    }

    /** A task without anything unusual. */
    public Task(
            String name,
            String description,
            List<TaskParameter> parameters,
            List<String> before,
            List<HostSource> hosts,
            Body body) {
        this(name, description, parameters, Hooks.after(before), hosts, Listing.plain(), body);
    }

    /** Names of tasks that run on the same hosts before this one. */
    public List<String> before() {
        return hooks.before().stream().map(Hook::task).toList();
    }

    /** Whether it runs on this machine, once, whatever hosts are named. */
    public boolean local() {
        return hosts.contains(new HostSource.Here());
    }

    /** Whether it can do without hosts where there are none. */
    public boolean hostless() {
        return local() || body instanceof Body.NoHost;
    }

    /** This task with other ones around it. */
    public Task with(Hooks other) {
        return new Task(name, description, parameters, other, hosts, listing, strategy, body);
    }

    /**
     * What runs with a task, and how often it runs itself. All of it runs on the task's hosts.
     *
     * @param before run before it
     * @param after run after it, when it succeeded
     * @param always run after it when it, or what is before it, has begun; however that ended, unless the user stopped it
     * @param once whether it runs only once in an invocation, however often and on however many hosts it is asked for
     */
    public record Hooks(List<Hook> before, List<Hook> after, List<Hook> always, boolean once) {
        public Hooks {
            before = List.copyOf(before);
            after = List.copyOf(after);
            always = List.copyOf(always);
        }

        static Hooks after(List<String> before) {
            return new Hooks(before.stream().map(Hook::of).toList(), List.of(), List.of(), false);
        }
    }

    /**
     * How a task is found besides by its name.
     *
     * @param aliases other names for it
     * @param hidden whether {@code --list} leaves it out
     * @param fallback whether it runs where only its namespace is named, or nothing at all
     */
    public record Listing(List<String> aliases, boolean hidden, boolean fallback) {
        public Listing {
            aliases = aliases.stream().map(Task::dashed).toList();
        }

        static Listing plain() {
            return new Listing(List.of(), false, false);
        }
    }

    /**
     * {@code name} as it is shown: {@code tail_log} and {@code tail-log} are one name. Underscores that a name begins with
     * stay: they hide it.
     */
    public static String dashed(String name) {
        return WITHIN.matcher(name).replaceAll("-");
    }
}
