package jfab.training.train;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import jfab.training.engine.StepPart;

/**
 * One training step in numbers.
 *
 * @param time when it ended, in milliseconds since 1970
 * @param pass over the samples, from 0
 * @param step of this process, from 0, over all passes
 * @param samples that this process computed on
 * @param seconds since the step before, or since what was run between the two
 * @param fetched numbers that the program gave, the loss as {@code loss}; in the order of the program
 * @param milliseconds what the parts took
 */
record StepMetrics(
        long time,
        long pass,
        long step,
        long samples,
        double seconds,
        Map<String, Double> fetched,
        Map<StepPart, Double> milliseconds) {
    StepMetrics {
        fetched = Collections.unmodifiableMap(new LinkedHashMap<>(fetched));
        milliseconds = Map.copyOf(milliseconds);
    }

    /** The same step with more numbers. */
    StepMetrics with(Map<String, Double> more) {
        Map<String, Double> all = new LinkedHashMap<>(fetched);
        all.putAll(more);
        return new StepMetrics(time, pass, step, samples, seconds, all, milliseconds);
    }

    double samplesPerSecond() {
        return samples / seconds;
    }
}
