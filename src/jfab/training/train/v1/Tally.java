package jfab.training.train.v1;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jfab.training.engine.HostTensor;

/** Sums over samples of the cost and of what evaluators say. */
final class Tally {
    private final List<String> evaluators;
    private final double[] sums;
    private long samples;

    /**
     * Nothing yet.
     *
     * @param accuracies whose names are the evaluators', in the order in which they are fetched after the cost
     */
    Tally(Map<String, ?> accuracies) {
        evaluators = List.copyOf(accuracies.keySet());
        sums = new double[evaluators.size() + 1];
    }

    /** The means over {@code count} samples: the cost, then the accuracies. */
    void add(List<HostTensor> means, long count) {
        for (int i = 0; i < sums.length && count > 0; i++) {
            sums[i] += means.get(i).mean() * count;
        }
        samples += count;
    }

    long samples() {
        return samples;
    }

    String cost() {
        return General.format(sums[0] / samples);
    }

    /** {@code name=value } for each evaluator, as the first version writes them. */
    String evaluations() {
        return evaluators.stream()
                .map(name -> name + "=" + General.format(1 - sums[evaluators.indexOf(name) + 1] / samples) + " ")
                .collect(Collectors.joining());
    }

    double costOfAll() {
        return sums[0] / samples;
    }
}
