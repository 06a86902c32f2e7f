package jfab.control.connection;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One outcome per host of a group, in the group's order.
 *
 * <pre>{@code
 * def results = group.run { c -> c.run('uptime') }
 * results.each { println "$it.host: $it" }
 * println results['gpu01'].out
 * results.failed.each { println it.failure.message }
 * }</pre>
 */
public record GroupResult<T extends @Nullable Object>(List<Outcome<T>> outcomes) implements Iterable<Outcome<T>> {
    public GroupResult {
        outcomes = List.copyOf(outcomes);
    }

    @Override
    public Iterator<Outcome<T>> iterator() {
        return outcomes.iterator();
    }

    public int size() {
        return outcomes.size();
    }

    /** The successes, in the group's order. A command that may exit with any code succeeds with any. */
    public List<Outcome.Succeeded<T>> succeeded() {
        return outcomes.stream()
                .filter(outcome -> outcome instanceof Outcome.Succeeded)
                .map(outcome -> (Outcome.Succeeded<T>) outcome)
                .toList();
    }

    /** The failures, in the group's order. */
    public List<Outcome.Failed<T>> failed() {
        return outcomes.stream()
                .filter(outcome -> outcome instanceof Outcome.Failed)
                .map(outcome -> (Outcome.Failed<T>) outcome)
                .toList();
    }

    public boolean ok() {
        return failed().isEmpty();
    }

    /** {@code result.ok} in Groovy. */
    public boolean isOk() {
        return ok();
    }

    /** {@code result.succeeded} in Groovy. */
    public List<Outcome.Succeeded<T>> getSucceeded() {
        return succeeded();
    }

    /** {@code result.failed} in Groovy. */
    public List<Outcome.Failed<T>> getFailed() {
        return failed();
    }

    /** The values of those that succeeded. */
    public Map<Host, T> values() {
        // Values may be null, which collectors refuse.
        Map<Host, T> values = new java.util.LinkedHashMap<>();
        succeeded().forEach(outcome -> values.put(outcome.host(), outcome.value()));
        return values;
    }

    /**
     * The value of one host: {@code result['gpu01']}. Throws its failure where it failed.
     *
     * @param host its name, or all of {@code user@name:port}
     */
    public T getAt(String host) {
        List<Outcome<T>> found = outcomes.stream()
                .filter(outcome -> outcome.host().name().equals(host)
                        || outcome.host().toString().equals(host))
                .toList();
        if (found.size() != 1) {
            throw new ConnectionException(
                    "the group has " + (found.isEmpty() ? "no host" : "several hosts") + " '" + host + "'; it has "
                            + outcomes.stream()
                                    .map(outcome -> outcome.host().toString())
                                    .collect(Collectors.joining(", ")));
        }
        return value(found.getFirst());
    }

    /** The value of one host. Throws its failure where it failed. */
    public T getAt(Host host) {
        return getAt(host.toString());
    }

    /** The values in the group's order. Throws the only failure, or a {@link GroupException} that holds them all. */
    public List<T> orThrow() {
        List<Outcome.Failed<T>> failed = failed();
        if (failed.size() > 1) {
            throw new GroupException(this);
        }
        return outcomes.stream().map(GroupResult::value).toList();
    }

    /**
     * Throws a {@link GroupException} where a host failed, which tells of the others that all is done there. For what each host
     * does for itself, so that one that cannot be reached keeps the others from nothing.
     */
    public void throwFailed() {
        if (!ok()) {
            throw new GroupException(this, true);
        }
    }

    private static <T extends @Nullable Object> T value(Outcome<T> outcome) {
        return switch (outcome) {
            case Outcome.Succeeded<T> e -> e.value();
            case Outcome.Failed<T> e -> throw e.failure();
        };
    }
}
