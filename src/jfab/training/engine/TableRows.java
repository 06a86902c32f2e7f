package jfab.training.engine;

import jfab.training.program.Shape;

/** Some rows of a sparse table, or gradients for them; for the duration of the call that is given them. */
public final class TableRows {
    private final long[] ids;
    private final Tensor values;

    /**
     * @param ids each once
     * @param values float32 {@code [ids, width]}, on the host
     */
    public TableRows(long[] ids, Tensor values) {
        this.ids = ids;
        this.values = values;
        Shape shape = values.shape();
        if (shape.rank() != 2 || shape.dimension(0) != ids.length) {
            throw new EngineException("the values of " + ids.length + " rows cannot be " + shape);
        }
    }

    public int count() {
        return ids.length;
    }

    public long id(int row) {
        return ids[row];
    }

    public int width() {
        return Math.toIntExact(values.shape().dimension(1));
    }

    public Tensor values() {
        return values;
    }
}
