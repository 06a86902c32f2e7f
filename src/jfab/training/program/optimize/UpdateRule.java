package jfab.training.program.optimize;

import java.util.List;
import java.util.Map;
import jfab.training.program.OpType;

/** The formula that changes a parameter by its gradient {@code g} and the learning rate {@code lr}; Fluid's formulas and defaults. */
public sealed interface UpdateRule
        permits Adadelta, Adagrad, Adam, Adamax, DecayedAdagrad, Ftrl, Momentum, RmsProp, Sgd {
    /** The operator that does it. */
    OpType type();

    /** What it keeps per parameter from step to step. */
    default List<Accumulator> accumulators() {
        return List.of();
    }

    /** Its constants. */
    default Map<String, Object> attributes() {
        return Map.of();
    }
}
