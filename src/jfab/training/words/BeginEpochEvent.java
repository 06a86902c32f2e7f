package jfab.training.words;

/** A trainer begins a pass over its samples. */
public record BeginEpochEvent(int epoch) implements TrainerEvent {}
