package jfab.training.program;

import java.util.List;

/** Operators in the order in which they run. */
public record Block(List<Operator> operators) {
    public Block {
        operators = List.copyOf(operators);
    }

    public static Block of(Operator... operators) {
        return new Block(List.of(operators));
    }
}
