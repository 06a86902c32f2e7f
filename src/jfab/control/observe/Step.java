package jfab.control.observe;

import groovy.json.JsonException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import jfab.Json;
import org.jspecify.annotations.Nullable;

/**
 * One training step of one trainer, as its metrics tell it.
 *
 * @param loss not a number where the program gave none
 * @param samplesPerSecond not a number where unknown
 * @param seconds that the step took, not a number where unknown
 * @param milliseconds what its parts took
 */
public record Step(
        Instant time,
        long step,
        double loss,
        double samplesPerSecond,
        double seconds,
        Map<StepPart, Double> milliseconds) {
    public Step {
        milliseconds = Map.copyOf(milliseconds);
    }

    /** Reads a line of {@code metrics.jsonl}; empty where it is something else, such as the rest of a cut one. */
    public static Optional<Step> parse(String line) {
        try {
            if (!(Json.parse(line) instanceof Map<?, ?> fields)
                    || !(fields.get("time") instanceof String time)
                    || !(fields.get("step") instanceof Number step)) {
                return Optional.empty();
            }
            Map<?, ?> taken = fields.get("milliseconds") instanceof Map<?, ?> parts ? parts : Map.of();
            Map<StepPart, Double> milliseconds = new EnumMap<>(StepPart.class);
            for (StepPart part : StepPart.values()) {
                double value = number(taken.get(part.word()));
                if (value >= 0) {
                    milliseconds.put(part, value);
                }
            }
            return Optional.of(new Step(
                    Instant.parse(time),
                    step.longValue(),
                    number(fields.get("loss")),
                    number(fields.get("samples_per_second")),
                    number(taken.get("step")) / 1e3,
                    milliseconds));
        } catch (JsonException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** What a part took, in milliseconds; 0 where the trainer does not say. */
    public double of(StepPart part) {
        return milliseconds.getOrDefault(part, 0.0);
    }

    /** The seconds in which this trainer did not wait for others. */
    public double own() {
        return seconds - of(StepPart.WAIT) / 1e3;
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
