package jfab.task;

import java.util.List;
import jfab.connection.Host;

/**
 * Something that the user can run by name on hosts.
 *
 * @param name as it is shown and typed, with dashes: {@code tail-log}
 * @param description one line for {@code --list}; empty for none
 * @param parameters in the order in which the body takes their values
 * @param order what runs with it
 * @param hosts where it runs unless the command line says otherwise; empty for the fabfile's hosts
 * @param listing how it is found besides by its name
 */
public record Task(
        String name,
        String description,
        List<Parameter> parameters,
        Order order,
        List<Host> hosts,
        Listing listing,
        Body body) {
    public Task {
        name = dashed(name);
        parameters = List.copyOf(parameters);
        hosts = List.copyOf(hosts);
    }

    /** A task without anything unusual. */
    public Task(
            String name,
            String description,
            List<Parameter> parameters,
            List<String> before,
            List<Host> hosts,
            Body body) {
        this(name, description, parameters, Order.after(before), hosts, Listing.plain(), body);
    }

    /** Names of tasks that run on the same hosts before this one. */
    public List<String> before() {
        return order.before();
    }

    /**
     * What runs with a task, and how often it runs itself.
     *
     * @param before names of tasks that run on the same hosts before it
     * @param after names of tasks that run on the same hosts after it, when it succeeded
     * @param always names of tasks that run on the same hosts after it, however it ended
     * @param once whether it runs only once in an invocation however often it is asked for, and so may follow itself
     */
    public record Order(List<String> before, List<String> after, List<String> always, boolean once) {
        public Order {
            before = before.stream().map(Task::dashed).toList();
            after = after.stream().map(Task::dashed).toList();
            always = always.stream().map(Task::dashed).toList();
        }

        static Order after(List<String> before) {
            return new Order(before, List.of(), List.of(), false);
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

    /** {@code name} as it is shown: {@code tail_log} and {@code tail-log} are one name. */
    public static String dashed(String name) {
        return name.replace('_', '-');
    }
}
