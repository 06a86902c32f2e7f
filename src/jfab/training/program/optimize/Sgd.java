package jfab.training.program.optimize;

import jfab.training.program.OpType;

/** {@code p -= lr g}. */
public record Sgd() implements UpdateRule {
    @Override
    public OpType type() {
        return OpType.SGD;
    }
}
