package jfab.control.report;

import jfab.control.observe.ObservedStep;
import jfab.control.observe.ObservedStepPart;
import jfab.control.observe.RankView;
import jfab.control.observe.Statistics;

/**
 * How fast a trainer was over all of its steps that are known.
 *
 * @param waiting the milliseconds of a step in which it waited for others; NaN where no step tells
 */
record MeanRate(double samplesPerSecond, double milliseconds, double waiting) {
    static MeanRate of(RankView rank) {
        return new MeanRate(
                ObservedStep.samplesPerSecond(rank.steps()),
                Statistics.mean(rank.steps().stream().mapToDouble(ObservedStep::seconds)) * 1e3,
                Statistics.mean(rank.steps().stream()
                        .filter(step -> step.milliseconds().containsKey(ObservedStepPart.WAIT))
                        .mapToDouble((ObservedStep step) -> step.of(ObservedStepPart.WAIT))));
    }

    static String number(double value, String unit) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        double size = Math.abs(value);
        String format = size >= 1000 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 0.01 || size == 0 ? "%.4f" : "%.2e";
        return format.formatted(value) + unit;
    }
}
