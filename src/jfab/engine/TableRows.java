package jfab.engine;

import jfab.program.Shape;

/**
 * Some rows of a sparse table, or gradients for them.
 *
 * @param ids each once
 * @param values float32 {@code [ids, width]}, on the host; usable during the call that hands it over only
 */
public record TableRows(long[] ids, Tensor values) {
    public TableRows {
        Shape shape = values.shape();
        if (shape.rank() != 2 || shape.dimension(0) != ids.length) {
            throw new EngineException("the values of " + ids.length + " rows cannot be " + shape);
        }
    }

    public int width() {
        return Math.toIntExact(values.shape().dimension(1));
    }
}
