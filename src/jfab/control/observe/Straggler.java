package jfab.control.observe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

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

    /** A machine that is busy elsewhere makes any trainer slow for some steps, or for a moment. */
    private static final int LASTING_STEPS = 40;

    private static final Duration LASTING = Duration.ofSeconds(2);
    /** In each of these parts of that time it has to be slow. */
    private static final int PARTS = 4;

    /**
     * Those that are slow now, and have been in each quarter of their last 40 steps, or of so many as took two seconds; of one that has
     * ended nobody waits for the next step.
     */
    public static List<Straggler> now(List<RankView> ranks) {
        return among(ranks.stream().filter(RankView::running).toList(), Straggler::lasting, PARTS);
    }

    /** Those that were slow in all of their steps that are known, taken together. */
    public static List<Straggler> overall(List<RankView> ranks) {
        return among(ranks, RankView::steps, 1);
    }

    /** None where there are not as many yet. */
    private static List<ObservedStep> lasting(RankView rank) {
        List<ObservedStep> steps = rank.steps();
        int first = steps.size() - LASTING_STEPS;
        while (first > 0
                && steps.get(first).time().plus(LASTING).isAfter(steps.getLast().time())) {
            first--;
        }
        return first < 0
                        || steps.get(first)
                                .time()
                                .plus(LASTING)
                                .isAfter(steps.getLast().time())
                ? List.of()
                : steps.subList(first, steps.size());
    }

    private static List<Straggler> among(
            List<RankView> ranks, Function<RankView, List<ObservedStep>> steps, int parts) {
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
            if (slow(steps.apply(trainers.get(i)), parts, TOO_LONG * others) && waits[i] <= waited) {
                found.add(new Straggler(trainers.get(i), own[i], others, waited));
            }
        }
        return found;
    }

    /** Whether what {@code steps} take without waiting is more than {@code limit} milliseconds, in each of {@code parts} of them. */
    private static boolean slow(List<ObservedStep> steps, int parts, double limit) {
        return IntStream.range(0, parts).allMatch(part -> {
            List<ObservedStep> some = steps.subList(steps.size() * part / parts, steps.size() * (part + 1) / parts);
            return median(some, ObservedStep::own) * 1e3 > limit;
        });
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
