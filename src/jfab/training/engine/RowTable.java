package jfab.training.engine;

import java.util.List;

/**
 * A sparse table: of its rows those exist that training has changed; all others have their first values, which follow from
 * seed, table and id.
 *
 * <p>Accumulators of the optimizer lie beside the rows, as further columns. Rows are numbered by ids below {@link #height}.
 * Not for several threads at once.
 */
public interface RowTable {
    /** The parameter's name, which is the first column's as well. */
    String name();

    /** How many rows there could be. */
    long height();

    /** Numbers per row of each column. */
    int width();

    /** How many rows exist. */
    int size();

    /** The parameter's name, then those of its accumulators. */
    List<String> columns();

    /** Ids of all rows that exist, ascending. */
    long[] ids();

    /** The rows {@code ids} of {@code column}, float32 {@code [ids, width]}; makes no row. */
    HostTensor read(String column, long[] ids);

    /**
     * Replaces rows of {@code column}, and makes those that do not exist.
     *
     * @param ids each once
     * @param values float32 {@code [ids, width]}
     */
    void write(String column, long[] ids, Tensor values);
}
