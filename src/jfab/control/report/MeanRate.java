package jfab.control.report;

import java.util.EnumMap;
import java.util.Map;
import jfab.control.observe.ObservedStep;
import jfab.control.observe.ObservedStepPart;
import jfab.control.observe.RankView;
import jfab.control.observe.Statistics;

/** How fast a trainer was over all of its steps that are known. */
record MeanRate(double samplesPerSecond, double milliseconds, Map<ObservedStepPart, Double> parts) {
    static MeanRate of(RankView rank) {
        Map<ObservedStepPart, Double> parts = new EnumMap<>(ObservedStepPart.class);
        for (ObservedStepPart part : ObservedStepPart.values()) {
            parts.put(
                    part,
                    Statistics.mean(rank.steps().stream()
                            .filter(step -> step.milliseconds().containsKey(part))
                            .mapToDouble((ObservedStep step) -> step.of(part))));
        }
        return new MeanRate(
                ObservedStep.samplesPerSecond(rank.steps()),
                Statistics.mean(rank.steps().stream().mapToDouble(ObservedStep::seconds)) * 1e3,
                parts);
    }

    double of(ObservedStepPart part) {
        return parts.getOrDefault(part, Double.NaN);
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
