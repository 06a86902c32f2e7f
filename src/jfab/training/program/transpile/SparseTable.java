package jfab.training.program.transpile;

import java.util.List;
import jfab.training.program.Parameter;
import jfab.training.program.Program;

/**
 * A sparse table of a job: every server keeps some of its rows, whichever have been touched.
 *
 * @param name of the parameter
 * @param height rows that there could be
 * @param width numbers per row
 */
public record SparseTable(String name, long height, long width) {
    /** The tables of {@code program}, in order of declaration. */
    public static List<SparseTable> of(Program program) {
        return program.trainable().stream()
                .filter(Parameter::sparse)
                .map(Parameter::variable)
                .map(variable -> new SparseTable(
                        variable.name(),
                        variable.shape().dimension(0),
                        variable.shape().dimension(1)))
                .toList();
    }

    /** The number of the server that keeps row {@code id}: neighbouring rows lie on different servers, as in Fluid. */
    public static int server(long id, int servers) {
        return (int) (id % servers);
    }

    @Override
    public String toString() {
        return name + "[" + height + ", " + width + "] by rows";
    }
}
