package jfab.control.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * A trainer that others wait for: without its waiting, its steps take half as long again as those of the others, and it
 * waits no longer than they do.
 *
 * <p>The whole length of a step says nothing: in synchronous training it is the same for all, because they wait.
 *
 * @param ownMilliseconds what a step takes it, without waiting
 * @param othersMilliseconds the same of the others, their median
 * @param waitedMilliseconds what the others wait in a step, their median
 */
public record Straggler(RankView rank, double ownMilliseconds, double othersMilliseconds, double waitedMilliseconds) {
    private static final double TOO_LONG = 1.5;

    /** Those that are slow now; of one that has ended nobody waits for the next step. */
    public static List<Straggler> now(List<RankView> ranks) {
        return among(ranks.stream().filter(RankView::running).toList(), RankView::recent);
    }

    /** Those that were slow in all of their steps that are known. */
    public static List<Straggler> overall(List<RankView> ranks) {
        return among(ranks, RankView::steps);
    }

    private static List<Straggler> among(List<RankView> ranks, Function<RankView, List<ObservedStep>> steps) {
        List<RankView> trainers =
                ranks.stream().filter(rank -> !steps.apply(rank).isEmpty()).toList();
        double[] own = trainers.stream()
                .mapToDouble(rank -> median(steps.apply(rank), ObservedStep::own) * 1e3)
                .toArray();
        double[] waits = trainers.stream()
                .mapToDouble(rank -> median(steps.apply(rank), step -> step.of(ObservedStepPart.WAIT)))
                .toArray();
        List<Straggler> found = new ArrayList<>();
        for (int i = 0; i < own.length; i++) {
            double others = medianWithout(own, i);
            double waited = medianWithout(waits, i);
            if (own[i] > TOO_LONG * others && waits[i] <= waited) {
                found.add(new Straggler(trainers.get(i), own[i], others, waited));
            }
        }
        return found;
    }

    private static double median(List<ObservedStep> steps, Function<ObservedStep, Double> value) {
        return Statistics.median(steps.stream().mapToDouble(value::apply));
    }

    private static double medianWithout(double[] values, int left) {
        double[] others = new double[values.length - 1];
        for (int i = 0; i < others.length; i++) {
            others[i] = values[i < left ? i : i + 1];
        }
        return Statistics.median(DoubleStream.of(others));
    }

    /** {@code trainer-2 on gpu03: 48 ms of its own per step, the others 20 ms; they wait 27 ms}. */
    @Override
    public String toString() {
        return "%s on %s: %.3g ms of its own per step, the others %.3g ms; they wait %.3g ms"
                .formatted(rank.name(), rank.host(), ownMilliseconds, othersMilliseconds, waitedMilliseconds);
    }
}
