package jfab.training.engine;

/**
 * What the trainers of a job have in common.
 *
 * @param same whether all have the same text
 * @param most the largest of their numbers
 */
public record TrainerAgreement(boolean same, long most) {}
