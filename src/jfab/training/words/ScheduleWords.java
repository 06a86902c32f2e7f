package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;

/**
 * Words that make the learning rate follow the number of the step, {@code n}, from 0. Each gives a variable for the
 * {@code learning_rate} of an optimizer, which can be fetched as well.
 *
 * <p>A step is one run of the training program. On parameter servers it is a step of the whole job; where the trainers do not wait
 * for each other, as many gradients as there are trainers.
 */
public interface ScheduleWords {
    /** {@code exponential_decay(learning_rate:, decay_steps:, decay_rate:, staircase: false)}: {@code lr rate^(n / steps)}. */
    Variable exponential_decay(Map<String, ?> arguments);

    /** {@code natural_exp_decay(learning_rate:, decay_steps:, decay_rate:, staircase: false)}: {@code lr e^(-rate n / steps)}. */
    Variable natural_exp_decay(Map<String, ?> arguments);

    /** {@code inverse_time_decay(learning_rate:, decay_steps:, decay_rate:, staircase: false)}: {@code lr / (1 + rate n / steps)}. */
    Variable inverse_time_decay(Map<String, ?> arguments);

    /**
     * {@code polynomial_decay(learning_rate:, decay_steps:, end_learning_rate: 0.0001, power: 1, cycle: false)}: from the first rate
     * to the last in so many steps.
     */
    Variable polynomial_decay(Map<String, ?> arguments);

    /** {@code piecewise_decay(boundaries: [1000, 2000], values: [0.1, 0.01, 0.001])}: 0.01 from step 1000 on, 0.001 from 2000. */
    Variable piecewise_decay(Map<String, ?> arguments);

    /** {@code noam_decay(d_model:, warmup_steps:, learning_rate: 1)}: rises for {@code warmup_steps}, then falls by the root of the step. */
    Variable noam_decay(Map<String, ?> arguments);

    /** {@code cosine_decay(learning_rate:, step_each_epoch:, epochs:)}: half a cosine over so many epochs. */
    Variable cosine_decay(Map<String, ?> arguments);

    /** {@code linear_lr_warmup(learning_rate:, warmup_steps:, start_lr:, end_lr:)}: a line, then {@code learning_rate}, a number or a schedule. */
    Variable linear_lr_warmup(Map<String, ?> arguments);
}
