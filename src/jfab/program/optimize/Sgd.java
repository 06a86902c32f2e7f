package jfab.program.optimize;

import jfab.program.OpType;

/** {@code p -= lr g}. */
public record Sgd() implements UpdateRule {
    @Override
    public OpType type() {
        return OpType.SGD;
    }
}
