package jfab.training.program.transpile;

import jfab.role.Endpoint;

/**
 * The part of one parameter that one parameter server keeps: a run of its elements in row-major order.
 *
 * @param parameter name of the whole parameter
 * @param index number of this slice within the parameter, from 0
 * @param offset first element
 * @param length number of elements
 * @param endpoint the server that keeps it
 */
public record ParameterSlice(String parameter, int index, long offset, long length, Endpoint endpoint) {
    public ParameterSlice {
        if (index < 0 || offset < 0 || length < 1) {
            throw new IllegalArgumentException(
                    "slice " + index + " of " + parameter + " cannot be " + length + " elements from " + offset);
        }
    }

    /** The slice's own name as a variable, {@code <parameter>.block<index>}. */
    public String name() {
        return nameOf(parameter);
    }

    /** The same run of elements in {@code variable}, which is shaped like the parameter: its gradient or an accumulator. */
    public String nameOf(String variable) {
        return variable + ".block" + index;
    }

    @Override
    public String toString() {
        return name() + "[" + offset + ".." + (offset + length) + ") on " + endpoint;
    }
}
