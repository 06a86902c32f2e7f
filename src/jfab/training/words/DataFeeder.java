package jfab.training.words;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.data.Column;
import jfab.training.data.ReaderException;
import jfab.training.data.rows.Row;
import jfab.training.data.rows.Slot;
import jfab.training.engine.HostTensor;
import jfab.training.engine.StepListener;
import jfab.training.engine.StepPart;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/** Turns batches into tensors: column i of every row becomes the value of variable i, or the column of its name where rows are maps. */
public final class DataFeeder {
    private final List<Variable> variables;
    private final List<Slot> slots;
    private final StepListener listener;

    public DataFeeder(List<Variable> variables, StepListener listener) {
        this.variables = variables;
        this.listener = listener;
        slots = variables.stream().map(DataFeeder::slot).toList();
    }

    /**
     * One tensor per variable, whose first dimension is the number of samples; for sequences, the number of all their
     * elements, and another tensor with the lengths.
     *
     * @param batch of rows as {@link Row} takes them
     */
    public Map<String, HostTensor> feed(Object batch) {
        long since = System.nanoTime();
        if (!(batch instanceof List<?> rows)) {
            throw new ReaderException("feed takes a batch, a list of rows, not "
                    + batch.getClass().getSimpleName() + " " + batch);
        }
        List<List<Column>> columns = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            columns.add(Row.columns("row " + i + " of the batch", rows.get(i), slots));
        }
        Map<String, HostTensor> feed = new LinkedHashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            int column = i;
            put(
                    feed,
                    variables.get(i),
                    columns.stream().map(row -> row.get(column)).toList());
        }
        listener.spent(StepPart.DATA, System.nanoTime() - since);
        return feed;
    }

    /** What {@code variable} takes of a row. */
    static Slot slot(Variable variable) {
        List<Long> shape = variable.shape().dimensions();
        return new Slot(
                variable.name(),
                variable.type() == DataType.INT64,
                shape.isEmpty() ? shape : shape.subList(1, shape.size()),
                variable.sequences());
    }

    /** Adds the tensor of {@code variable} to {@code feed}, a column per sample, and the lengths of its sequences. */
    static void put(Map<String, HostTensor> feed, Variable variable, List<Column> values) {
        long each = variable.shape().elementsFrom(1);
        long[] shape = variable.shape().toArray();
        shape[0] = values.stream().mapToLong(column -> length(column) / each).sum();
        feed.put(variable.name(), tensor(values, Shape.of(shape), variable.type()));
        String lengths = variable.lengths();
        if (lengths != null) {
            long[] counts =
                    values.stream().mapToLong(value -> length(value) / each).toArray();
            feed.put(lengths, HostTensor.of(Shape.of(counts.length), counts));
        }
    }

    /** All numbers of {@code values}, one after another. */
    static HostTensor tensor(List<Column> values, Shape shape, DataType type) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(shape.elements() * type.bytes()))
                .order(ByteOrder.LITTLE_ENDIAN);
        values.forEach(column -> append(bytes, column));
        return HostTensor.wrap(shape, type, bytes.flip());
    }

    private static int length(Column column) {
        return switch (column) {
            case Column.Reals(float[] values) -> values.length;
            case Column.Integers(long[] values) -> values.length;
        };
    }

    private static void append(ByteBuffer bytes, Column column) {
        switch (column) {
            case Column.Reals(float[] values) -> bytes.asFloatBuffer().put(values);
            case Column.Integers(long[] values) -> bytes.asLongBuffer().put(values);
        }
        int size = switch (column) {
            case Column.Reals _ -> DataType.FLOAT32.bytes();
            case Column.Integers _ -> DataType.INT64.bytes();
        };
        bytes.position(bytes.position() + length(column) * size);
    }
}
