package jfab.training.program.transpile;

import jfab.training.program.OpType;
import jfab.training.program.Program;

/**
 * Lets a trainer draw masks of its own: the trainers of a job have different samples, and drop different numbers of them.
 *
 * <p>Trainer 0 draws those of a process that trains alone.
 */
public record TrainerMasks(int trainer) implements Pass {
    @Override
    public Program apply(Program program) {
        return program.toBuilder()
                .operators(program.operators().stream()
                        .map(operator ->
                                operator.type() == OpType.DROPOUT ? operator.with("trainer", (long) trainer) : operator)
                        .toList())
                .build();
    }
}
