package jfab.training.words;

/** A trainer has done a pass over its samples. */
public record EndEpochEvent(int epoch) implements TrainerEvent {}
