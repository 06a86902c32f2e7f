package jfab.training.program.optimize;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Initializer;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/**
 * A learning rate of the first version, which follows the number of samples that training has seen, those of the current step
 * included, or the number of the pass.
 *
 * @param rate the first one
 * @param a {@code learning_rate_decay_a}
 * @param b {@code learning_rate_decay_b}
 * @param segments last samples, or passes, of each factor of {@code manual}; ascending
 * @param factors of {@code rate}, as many; the last one stays
 */
public record SampleSchedule(
        Policy policy, double rate, double a, double b, List<Long> segments, List<Double> factors) {
    /** The number of samples seen, int64; 0 before the first. In a job servers count those of all trainers. */
    public static final String SAMPLES = "@SAMPLES@";

    /** The number of the pass, int64, which whoever begins a pass sets. */
    public static final String PASS = "@PASS@";

    /** The formula, under the first version's name. */
    public enum Policy {
        POLY,
        CAFFE_POLY,
        EXP,
        DISCEXP,
        LINEAR,
        MANUAL,
        PASS_MANUAL;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public SampleSchedule {
        segments = List.copyOf(segments);
        factors = List.copyOf(factors);
        boolean manual = policy == Policy.MANUAL || policy == Policy.PASS_MANUAL;
        if (manual
                && (segments.isEmpty()
                        || !segments.equals(
                                segments.stream().sorted().distinct().toList()))) {
            throw new ProgramException(policy.word()
                    + " needs learning_rate_args, '1000:1.0,2000:0.1' with ascending numbers, not " + segments);
        }
        boolean divides = policy == Policy.EXP || policy == Policy.DISCEXP;
        if (divides) {
            Bounds.positive(policy.word(), "learning_rate_decay_b", b);
        }
        if (divides || policy == Policy.CAFFE_POLY) {
            Bounds.positive(policy.word(), "learning_rate_decay_a", a);
        }
    }

    /**
     * Adds the schedule to {@code program}, and gives the variable that holds the rate of a step.
     *
     * @param scale of every rate
     */
    public Variable in(Builder program, double scale) {
        Variable rate = program.temporary(program.layerName(OpType.SAMPLE_RATE.word()), Shape.of(1), DataType.FLOAT32);
        program.operator(Operator.of(
                OpType.SAMPLE_RATE,
                Map.of("Step", policy == Policy.PASS_MANUAL ? count(program, PASS) : samples(program)),
                Map.of("Out", rate),
                Map.of(
                        "policy",
                        policy.word(),
                        "learning_rate",
                        this.rate,
                        "decay_a",
                        a,
                        "decay_b",
                        b,
                        "segments",
                        segments,
                        "factors",
                        factors,
                        "scale",
                        scale)));
        return rate;
    }

    private static Variable samples(Builder program) {
        Variable count = count(program, SAMPLES);
        program.operator(Operator.of(OpType.COUNT_SAMPLES, Map.of("X", count), Map.of("Out", count), Map.of()));
        return count;
    }

    private static Variable count(Builder program, String name) {
        return program.accumulator(name, Shape.of(1), DataType.INT64, new Initializer.Constant(0));
    }
}
