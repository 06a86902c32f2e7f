package jfab.training.words.v1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import jfab.script.Words;
import jfab.training.program.ProgramException;
import jfab.training.program.optimize.SampleSchedule;
import jfab.training.program.optimize.SampleSchedule.Policy;
import jfab.training.words.network.Arguments;
import org.jspecify.annotations.Nullable;

/** The arguments of {@code settings} that make the learning rate follow the samples. */
final class ConfigSchedule {
    static final String[] ARGUMENTS = {
        "learning_rate_schedule", "learning_rate_decay_a", "learning_rate_decay_b", "learning_rate_args"
    };
    private static final String CONSTANT = "constant";

    private ConfigSchedule() {}

    /** The schedule, whose first rate is {@code rate}; null for one that stays. The preset, {@code poly} without decays, stays. */
    static @Nullable SampleSchedule of(Arguments named, double rate) {
        double a = named.real("learning_rate_decay_a", 0);
        double b = named.real("learning_rate_decay_b", 0);
        String word = named.text("learning_rate_schedule", Policy.POLY.word());
        boolean stays = word.equals(CONSTANT) || (word.equals(Policy.POLY.word()) && a == 0);
        List<Long> segments = new ArrayList<>();
        List<Double> factors = new ArrayList<>();
        for (String pair : named.text("learning_rate_args", "").split(",", -1)) {
            if (!pair.isBlank()) {
                String[] parts = pair.strip().split(":", -1);
                try {
                    segments.add(Long.valueOf(parts[0]));
                    factors.add(Double.valueOf(parts[1]));
                } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                    throw new ProgramException("learning_rate_args is number:factor,number:factor, such as"
                            + " '1000:1.0,2000:0.1', and '" + pair + "' is not of that form");
                }
            }
        }
        return stays ? null : new SampleSchedule(policy(word), rate, a, b, segments, factors);
    }

    private static Policy policy(String word) {
        return Arrays.stream(Policy.values())
                .filter(policy -> policy.word().equals(word))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> known = Stream.concat(
                                    Stream.of(CONSTANT),
                                    Arrays.stream(Policy.values()).map(Policy::word))
                            .toList();
                    return new ProgramException("learning_rate_schedule '" + word + "' is not known; use "
                            + String.join(", ", known) + Words.suggestion(word, known));
                });
    }
}
