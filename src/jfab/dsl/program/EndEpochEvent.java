package jfab.dsl.program;

/** A trainer has done a pass over its samples. */
public record EndEpochEvent(int epoch) implements TrainerEvent {}
