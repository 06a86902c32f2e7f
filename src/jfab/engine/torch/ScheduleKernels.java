package jfab.engine.torch;

import jfab.program.Operator;

/** Learning rates, computed on the host: no step waits for a device to learn its rate. */
final class ScheduleKernels {
    private ScheduleKernels() {}

    /** Out = learning_rate. */
    static void constantRate(Operator operator, Step step) {
        step.number(operator.output("Out"), operator.real("learning_rate"));
    }
}
