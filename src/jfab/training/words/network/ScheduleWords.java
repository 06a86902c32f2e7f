package jfab.training.words.network;

import java.util.Map;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Schedules;

/**
 * Words that make the learning rate follow the number of the step, {@code n}, from 0. Each gives a variable for the
 * {@code learning_rate} of an optimizer, which can be fetched as well.
 *
 * <p>A step is one run of the training program. On parameter servers it is a step of the whole job; where the trainers do not wait
 * for each other, as many gradients as there are trainers.
 */
public final class ScheduleWords {
    private final Schedules schedules;

    public ScheduleWords(ScriptProgram program) {
        schedules = new Schedules(program.builder());
    }

    /** {@code exponential_decay(learning_rate:, decay_steps:, decay_rate:, staircase: false)}: {@code lr rate^(n / steps)}. */
    public Variable exponential_decay(Map<String, ?> arguments) {
        return decay("exponential_decay", arguments, schedules::exponentialDecay);
    }

    /** {@code natural_exp_decay(learning_rate:, decay_steps:, decay_rate:, staircase: false)}: {@code lr e^(-rate n / steps)}. */
    public Variable natural_exp_decay(Map<String, ?> arguments) {
        return decay("natural_exp_decay", arguments, schedules::naturalExpDecay);
    }

    /** {@code inverse_time_decay(learning_rate:, decay_steps:, decay_rate:, staircase: false)}: {@code lr / (1 + rate n / steps)}. */
    public Variable inverse_time_decay(Map<String, ?> arguments) {
        return decay("inverse_time_decay", arguments, schedules::inverseTimeDecay);
    }

    /**
     * {@code polynomial_decay(learning_rate:, decay_steps:, end_learning_rate: 0.0001, power: 1, cycle: false)}: from the first rate
     * to the last in so many steps.
     */
    public Variable polynomial_decay(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "polynomial_decay", arguments, "learning_rate", "decay_steps", "end_learning_rate", "power", "cycle");
        return schedules.polynomialDecay(
                named.real("learning_rate"),
                named.integer("decay_steps"),
                named.real("end_learning_rate", 0.0001),
                named.real("power", 1),
                named.flag("cycle", false));
    }

    /** {@code piecewise_decay(boundaries: [1000, 2000], values: [0.1, 0.01, 0.001])}: 0.01 from step 1000 on, 0.001 from 2000. */
    public Variable piecewise_decay(Map<String, ?> arguments) {
        Arguments named = Arguments.of("piecewise_decay", arguments, "boundaries", "values");
        return schedules.piecewiseDecay(
                named.list("boundaries", Integer.class).stream()
                        .map(Integer::longValue)
                        .toList(),
                named.list("values", Number.class).stream()
                        .map(Number::doubleValue)
                        .toList());
    }

    /** {@code noam_decay(d_model:, warmup_steps:, learning_rate: 1)}: rises for {@code warmup_steps}, then falls by the root of the step. */
    public Variable noam_decay(Map<String, ?> arguments) {
        Arguments named = Arguments.of("noam_decay", arguments, "d_model", "warmup_steps", "learning_rate");
        return schedules.noamDecay(
                named.integer("d_model"), named.integer("warmup_steps"), named.real("learning_rate", 1));
    }

    /** {@code cosine_decay(learning_rate:, step_each_epoch:, epochs:)}: half a cosine over so many epochs. */
    public Variable cosine_decay(Map<String, ?> arguments) {
        Arguments named = Arguments.of("cosine_decay", arguments, "learning_rate", "step_each_epoch", "epochs");
        return schedules.cosineDecay(
                named.real("learning_rate"), named.integer("step_each_epoch"), named.integer("epochs"));
    }

    /** {@code linear_lr_warmup(learning_rate:, warmup_steps:, start_lr:, end_lr:)}: a line, then {@code learning_rate}, a number or a schedule. */
    public Variable linear_lr_warmup(Map<String, ?> arguments) {
        Arguments named =
                Arguments.of("linear_lr_warmup", arguments, "learning_rate", "warmup_steps", "start_lr", "end_lr");
        return schedules.linearWarmup(
                named.learningRate(), named.integer("warmup_steps"), named.real("start_lr"), named.real("end_lr"));
    }

    @FunctionalInterface
    private interface Decay {
        Variable of(double rate, long steps, double decayRate, boolean staircase);
    }

    private static Variable decay(String word, Map<String, ?> arguments, Decay decay) {
        Arguments named = Arguments.of(word, arguments, "learning_rate", "decay_steps", "decay_rate", "staircase");
        return decay.of(
                named.real("learning_rate"),
                named.integer("decay_steps"),
                named.real("decay_rate"),
                named.flag("staircase", false));
    }
}
