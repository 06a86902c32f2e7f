package jfab.control.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of a trainer, its latest ones all and of its early ones fewer the more there are. */
final class Steps {
    private final int keep;
    private List<ObservedStep> steps = new ArrayList<>();
    private long bytes;

    Steps(int keep) {
        this.keep = keep;
    }

    /** A step of a program that counts all its steps: those that it has made before under this number and later ones are undone. */
    void addCounted(ObservedStep step) {
        // One under the last number is that step once more, with what a test gave behind it and behind a checkpoint.
        if (!steps.isEmpty() && steps.getLast().step() == step.step()) {
            add(removeLast().and(step));
            return;
        }
        if (!steps.isEmpty() && steps.getLast().step() > step.step()) {
            while (!steps.isEmpty() && steps.getLast().step() >= step.step()) {
                removeLast();
            }
        }
        add(step);
    }

    private ObservedStep removeLast() {
        ObservedStep last = steps.removeLast();
        bytes -= last.bytes();
        return last;
    }

    /** What they take in memory, about. */
    long bytes() {
        return bytes;
    }

    void add(ObservedStep step) {
        steps.add(step);
        bytes += step.bytes();
        if (steps.size() > 2 * keep) {
            List<ObservedStep> fewer = new ArrayList<>();
            int tests = 0;
            int others = 0;
            for (int i = 0; i < steps.size(); i++) {
                // Of the older ones every other one goes, of the few behind a test likewise.
                if (i >= keep || (tested(steps.get(i)) ? tests++ : others++) % 2 == 0) {
                    fewer.add(steps.get(i));
                }
            }
            steps = fewer;
            bytes = steps.stream().mapToLong(ObservedStep::bytes).sum();
        }
    }

    private static boolean tested(ObservedStep step) {
        return step.others().keySet().stream().anyMatch(name -> name.startsWith("test_"));
    }

    /**
     * Those that count where a program began again {@code restarts} times: the steps of its log that it made once more are undone. Where
     * they begin anew more often, its numbers are those of a pass.
     */
    static List<ObservedStep> lastAttempt(List<ObservedStep> steps, int restarts) {
        long back = 0;
        for (int i = 1; i < steps.size(); i++) {
            back += steps.get(i).step() <= steps.get(i - 1).step() ? 1 : 0;
        }
        if (back == 0 || back > restarts) {
            return steps;
        }
        List<ObservedStep> counted = new ArrayList<>();
        for (ObservedStep step : steps) {
            while (!counted.isEmpty() && counted.getLast().step() >= step.step()) {
                counted.removeLast();
            }
            counted.add(step);
        }
        return counted;
    }

    Optional<ObservedStep> last() {
        return steps.isEmpty() ? Optional.empty() : Optional.of(steps.getLast());
    }

    List<ObservedStep> all() {
        return List.copyOf(steps);
    }
}
