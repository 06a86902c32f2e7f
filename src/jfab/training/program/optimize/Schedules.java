package jfab.training.program.optimize;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Initializer;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/**
 * Learning rates that follow the number of the step, {@code n}, from 0: Fluid's schedules. Each gives the variable of one element
 * that holds the rate of a step, for an optimizer and for fetching.
 *
 * <p>The step is a persistable variable of the program, {@link #COUNTER}, so it is part of every checkpoint. What counts as one:
 * a run of the program in a process that trains alone and on trainers; on servers a step of the whole job, in modes
 * without such steps as many gradients as there are trainers.
 */
public final class Schedules {
    /** The number of the current step, int64; -1 before the first. */
    public static final String COUNTER = "@LR_DECAY_COUNTER@";

    private final Builder program;

    public Schedules(Builder program) {
        this.program = program;
    }

    /** {@code rate decayRate^(n / decaySteps)}; {@code staircase}: with the quotient rounded down. */
    public Variable exponentialDecay(double rate, long decaySteps, double decayRate, boolean staircase) {
        Bounds.positive("exponential_decay", "decay_rate", decayRate);
        return decay(OpType.EXPONENTIAL_DECAY, rate, decaySteps, decayRate, staircase);
    }

    /** {@code rate e^(-decayRate n / decaySteps)}; {@code staircase}: with the quotient rounded down. */
    public Variable naturalExpDecay(double rate, long decaySteps, double decayRate, boolean staircase) {
        return decay(OpType.NATURAL_EXP_DECAY, rate, decaySteps, decayRate, staircase);
    }

    /** {@code rate / (1 + decayRate n / decaySteps)}; {@code staircase}: with the quotient rounded down. */
    public Variable inverseTimeDecay(double rate, long decaySteps, double decayRate, boolean staircase) {
        Bounds.notNegative("inverse_time_decay", "decay_rate", decayRate);
        return decay(OpType.INVERSE_TIME_DECAY, rate, decaySteps, decayRate, staircase);
    }

    /**
     * {@code (rate - end) (1 - n / decaySteps)^power + end}, and {@code end} from step {@code decaySteps} on.
     *
     * @param cycle whether it rises again instead, and falls over twice as many steps, three times as many, and so on
     */
    public Variable polynomialDecay(double rate, long decaySteps, double end, double power, boolean cycle) {
        Bounds.positive("polynomial_decay", "power", power);
        Bounds.notNegative("polynomial_decay", "end_learning_rate", end);
        Map<String, Object> attributes = rate(OpType.POLYNOMIAL_DECAY, rate);
        attributes.put("decay_steps", steps(OpType.POLYNOMIAL_DECAY, "decay_steps", decaySteps));
        attributes.put("end_learning_rate", end);
        attributes.put("power", power);
        attributes.put("cycle", cycle);
        return append(OpType.POLYNOMIAL_DECAY, Map.of(), attributes);
    }

    /**
     * {@code values[i]} before step {@code boundaries[i]}, the last value from the last boundary on.
     *
     * @param boundaries ascending, one fewer than {@code values}
     */
    public Variable piecewiseDecay(List<Long> boundaries, List<Double> values) {
        if (values.size() != boundaries.size() + 1) {
            throw new ProgramException("piecewise_decay needs one value more than boundaries, not " + values.size()
                    + " values and " + boundaries.size() + " boundaries");
        }
        for (int i = 1; i < boundaries.size(); i++) {
            if (boundaries.get(i - 1) >= boundaries.get(i)) {
                throw new ProgramException("boundaries of piecewise_decay must ascend, not be " + boundaries);
            }
        }
        return append(OpType.PIECEWISE_DECAY, Map.of(), Map.of("boundaries", boundaries, "values", values));
    }

    /** {@code rate modelWidth^-0.5 min((n + 1)^-0.5, (n + 1) warmupSteps^-1.5)}, from "Attention is all you need". */
    public Variable noamDecay(long modelWidth, long warmupSteps, double rate) {
        Map<String, Object> attributes = rate(OpType.NOAM_DECAY, rate);
        attributes.put("d_model", steps(OpType.NOAM_DECAY, "d_model", modelWidth));
        attributes.put("warmup_steps", steps(OpType.NOAM_DECAY, "warmup_steps", warmupSteps));
        return append(OpType.NOAM_DECAY, Map.of(), attributes);
    }

    /** {@code rate (cos(e pi / epochs) + 1) / 2}, where {@code e} is {@code n / stepsPerEpoch} rounded down. */
    public Variable cosineDecay(double rate, long stepsPerEpoch, long epochs) {
        Map<String, Object> attributes = rate(OpType.COSINE_DECAY, rate);
        attributes.put("step_each_epoch", steps(OpType.COSINE_DECAY, "step_each_epoch", stepsPerEpoch));
        attributes.put("epochs", steps(OpType.COSINE_DECAY, "epochs", epochs));
        return append(OpType.COSINE_DECAY, Map.of(), attributes);
    }

    /** {@code start + (end - start) n / warmupSteps} before step {@code warmupSteps}, then {@code after}. */
    public Variable linearWarmup(LearningRate after, long warmupSteps, double start, double end) {
        Bounds.notNegative("linear_lr_warmup", "start_lr", start);
        Bounds.notNegative("linear_lr_warmup", "end_lr", end);
        return append(
                OpType.LINEAR_LR_WARMUP,
                Map.of("LearningRate", after.in(program)),
                Map.of(
                        "warmup_steps",
                        steps(OpType.LINEAR_LR_WARMUP, "warmup_steps", warmupSteps),
                        "start_lr",
                        start,
                        "end_lr",
                        end));
    }

    private Variable decay(OpType type, double rate, long decaySteps, double decayRate, boolean staircase) {
        Map<String, Object> attributes = rate(type, rate);
        attributes.put("decay_steps", steps(type, "decay_steps", decaySteps));
        attributes.put("decay_rate", decayRate);
        attributes.put("staircase", staircase);
        return append(type, Map.of(), attributes);
    }

    private Variable append(OpType type, Map<String, Variable> inputs, Map<String, Object> attributes) {
        Map<String, Variable> all = new TreeMap<>(inputs);
        all.put("Step", counter());
        Variable rate = program.temporary(program.layerName(type.word()), Shape.of(1), DataType.FLOAT32);
        program.operator(Operator.of(type, all, Map.of("Out", rate), attributes));
        return rate;
    }

    /** The counter, which an operator before all schedules moves on. */
    private Variable counter() {
        if (program.build().parameter(COUNTER) != null) {
            return program.build().variable(COUNTER);
        }
        Variable counter = program.accumulator(COUNTER, Shape.of(1), DataType.INT64, new Initializer.Constant(-1));
        program.operator(Operator.of(OpType.INCREMENT, Map.of("X", counter), Map.of("Out", counter), Map.of()));
        return counter;
    }

    private static Map<String, Object> rate(OpType type, double rate) {
        Bounds.positive(type.word(), "learning_rate", rate);
        return new TreeMap<>(Map.of("learning_rate", rate));
    }

    private static long steps(OpType type, String argument, long value) {
        Bounds.count(type.word(), argument, value);
        return value;
    }
}
