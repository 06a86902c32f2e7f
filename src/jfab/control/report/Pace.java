package jfab.control.report;

import java.util.EnumMap;
import java.util.Map;
import jfab.control.observe.Numbers;
import jfab.control.observe.RankView;
import jfab.control.observe.Step;
import jfab.control.observe.StepPart;

/** How fast a trainer was over all of its steps that are known. */
record Pace(double samplesPerSecond, double milliseconds, Map<StepPart, Double> parts) {
    static Pace of(RankView rank) {
        Map<StepPart, Double> parts = new EnumMap<>(StepPart.class);
        for (StepPart part : StepPart.values()) {
            parts.put(part, Numbers.mean(rank.steps().stream().mapToDouble((Step step) -> step.of(part))));
        }
        return new Pace(
                Step.samplesPerSecond(rank.steps()),
                Numbers.mean(rank.steps().stream().mapToDouble(Step::seconds)) * 1e3,
                parts);
    }

    double of(StepPart part) {
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
