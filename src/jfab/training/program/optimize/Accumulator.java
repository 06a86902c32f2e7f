package jfab.training.program.optimize;

import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Initializer;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/**
 * What an update rule keeps of each parameter from step to step.
 *
 * @param slot of the operator; the output slot is called {@code <slot>Out}
 * @param name the variable is called {@code <parameter>_<name>_0}
 * @param shaped whether it has a number for each of the parameter's; otherwise it counts steps
 * @param initial the first value
 */
record Accumulator(String slot, String name, boolean shaped, double initial) {
    /** A number for each number of the parameter, 0 at first. */
    static Accumulator of(String slot, String name) {
        return new Accumulator(slot, name, true, 0);
    }

    /** A count of updates. */
    static Accumulator count(String slot, String name) {
        return new Accumulator(slot, name, false, 0);
    }

    /** Declares the variable that belongs to {@code parameter}. */
    Variable declare(Builder program, Variable parameter) {
        return program.accumulator(
                parameter.name() + "_" + name + "_0",
                shaped ? parameter.shape() : Shape.of(1),
                shaped ? DataType.FLOAT32 : DataType.INT64,
                new Initializer.Constant(initial));
    }
}
