package jfab.training.words;

import java.util.List;

/**
 * A trainer has done a step.
 *
 * @param step within the epoch, from 0
 * @param metrics the means of what {@code train_func} returned, the loss first; empty where the step's begin was told not to fetch them
 */
public record EndStepEvent(int epoch, int step, List<Double> metrics) implements TrainerEvent {
    public EndStepEvent {
        metrics = List.copyOf(metrics);
    }
}
