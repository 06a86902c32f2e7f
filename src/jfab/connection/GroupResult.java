package jfab.connection;

import java.util.List;

/** One outcome per host of a group, in the group's order. */
public record GroupResult<T>(List<Outcome<T>> outcomes) {
    public GroupResult {
        outcomes = List.copyOf(outcomes);
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

    /** The values in the group's order. Throws the only failure, or a {@link GroupException} that holds them all. */
    public List<T> orThrow() {
        List<Outcome.Failed<T>> failed = failed();
        if (failed.size() == 1) {
            throw failed.getFirst().failure();
        }
        if (!failed.isEmpty()) {
            throw new GroupException(this);
        }
        return outcomes.stream()
                .map(outcome -> ((Outcome.Succeeded<T>) outcome).value())
                .toList();
    }
}
