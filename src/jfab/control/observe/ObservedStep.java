package jfab.control.observe;

import groovy.json.JsonException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import jfab.Json;
import jfab.control.launch.ProcessEvent;
import org.jspecify.annotations.Nullable;

/**
 * One training step of one trainer, as its metrics tell it.
 *
 * @param loss empty where the program gave none; not a number, or infinite, where training has diverged
 * @param samples that this trainer took, not a number where unknown
 * @param samplesPerSecond not a number where unknown
 * @param seconds that the step took, not a number where unknown
 * @param milliseconds what its parts took
 * @param others further numbers by name, such as accuracies and what a test gave
 */
public record ObservedStep(
        Instant time,
        long step,
        OptionalDouble loss,
        double samples,
        double samplesPerSecond,
        double seconds,
        Map<ObservedStepPart, Double> milliseconds,
        Map<String, Double> others) {
    /** Fields that are no such numbers. */
    private static final Set<String> KNOWN = Set.of("pass", "step", "samples", "loss", "samples_per_second");

    public ObservedStep {
        others = Map.copyOf(others);
        milliseconds = Map.copyOf(milliseconds);
    }

    /** Reads a line of {@code metrics.jsonl}; empty where it is something else, such as the rest of a cut one. */
    public static Optional<ObservedStep> parse(String line) {
        try {
            if (!(Json.ofPython(line) instanceof Map<?, ?> fields)
                    || !(fields.get("time") instanceof String time)
                    || !(fields.get("step") instanceof Number step)) {
                return Optional.empty();
            }
            Map<?, ?> taken = fields.get("milliseconds") instanceof Map<?, ?> parts ? parts : Map.of();
            Map<ObservedStepPart, Double> milliseconds = new EnumMap<>(ObservedStepPart.class);
            for (ObservedStepPart part : ObservedStepPart.values()) {
                double value = number(taken.get(part.word()));
                if (value >= 0) {
                    milliseconds.put(part, value);
                }
            }
            Instant moment = Instant.parse(time);
            if (moment.isAfter(ProcessEvent.LATEST)) {
                return Optional.empty();
            }
            return Optional.of(new ObservedStep(
                    moment,
                    step.longValue(),
                    loss(fields),
                    number(fields.get("samples")),
                    number(fields.get("samples_per_second")),
                    number(taken.get("step")) / 1e3,
                    milliseconds,
                    others(fields)));
        } catch (JsonException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** jfab's engine writes null where its loss is no number. */
    private static OptionalDouble loss(Map<?, ?> fields) {
        Object loss = fields.get("loss");
        return fields.containsKey("loss") && (loss == null || loss instanceof Number)
                ? OptionalDouble.of(number(loss))
                : OptionalDouble.empty();
    }

    private static Map<String, Double> others(Map<?, ?> fields) {
        Map<String, Double> others = new HashMap<>();
        fields.forEach((name, value) -> {
            if (name instanceof String word && value instanceof Number number && !KNOWN.contains(word)) {
                others.put(word, number.doubleValue());
            }
        });
        return others;
    }

    /** What Python calls a loss that is not finite: {@code nan}, {@code inf}, {@code -inf}; empty where it is. */
    public static Optional<String> diverged(double loss) {
        return Double.isFinite(loss)
                ? Optional.empty()
                : Optional.of(Double.isNaN(loss) ? "nan" : loss > 0 ? "inf" : "-inf");
    }

    /** The loss; not a number where there is none. */
    public double lossOrNaN() {
        return loss.orElse(Double.NaN);
    }

    /** The samples of {@code steps} by the time that these took; not a number where no step tells. */
    public static double samplesPerSecond(List<ObservedStep> steps) {
        double samples = 0;
        double seconds = 0;
        for (ObservedStep step : steps) {
            // Where nobody says how many samples a step has, all have as many.
            double of = Double.isFinite(step.samples)
                    ? step.samples
                    : step.timed() ? step.samplesPerSecond * step.seconds : 1;
            double took = step.timed() ? step.seconds : of / step.samplesPerSecond;
            if (Double.isFinite(of) && Double.isFinite(took)) {
                samples += of;
                seconds += took;
            }
        }
        return seconds > 0 ? samples / seconds : Double.NaN;
    }

    /** What it takes in memory, about. */
    long bytes() {
        return HostLog.OBJECT
                + others.keySet().stream().mapToLong(HostLog::bytes).sum();
    }

    private boolean timed() {
        return Double.isFinite(seconds);
    }

    /** This step, with what a later line says of it. */
    ObservedStep and(ObservedStep again) {
        Map<String, Double> all = new HashMap<>(others);
        all.putAll(again.others);
        Map<ObservedStepPart, Double> parts = new HashMap<>(milliseconds);
        parts.putAll(again.milliseconds);
        return new ObservedStep(
                again.time,
                step,
                again.loss.isPresent() ? again.loss : loss,
                either(again.samples, samples),
                either(again.samplesPerSecond, samplesPerSecond),
                either(again.seconds, seconds),
                parts,
                all);
    }

    private static double either(double newer, double older) {
        return Double.isFinite(newer) ? newer : older;
    }

    /** The number of that name; not a number where this step has none. */
    public double other(String name) {
        return others.getOrDefault(name, Double.NaN);
    }

    /** What a part took, in milliseconds; 0 where the trainer does not say. */
    public double of(ObservedStepPart part) {
        return milliseconds.getOrDefault(part, 0.0);
    }

    /** The seconds in which this trainer did not wait for others. */
    public double own() {
        return seconds - of(ObservedStepPart.WAIT) / 1e3;
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
