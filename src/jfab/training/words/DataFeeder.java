package jfab.training.words;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.data.Column;
import jfab.training.data.Sample;
import jfab.training.engine.HostTensor;
import jfab.training.engine.StepListener;
import jfab.training.engine.StepPart;
import jfab.training.program.DataType;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/** Turns batches into tensors: column i of every sample becomes the value of variable i. */
public final class DataFeeder {
    private final List<Variable> variables;
    private final StepListener listener;

    public DataFeeder(List<Variable> variables, StepListener listener) {
        this.variables = variables;
        this.listener = listener;
    }

    /**
     * One tensor per variable, whose first dimension is the number of samples; for sequences, the number of all their
     * elements, and another tensor with the lengths.
     */
    public Map<String, HostTensor> feed(List<Sample> batch) {
        long since = System.nanoTime();
        Map<String, HostTensor> feed = new LinkedHashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            int column = i;
            Variable variable = variables.get(column);
            List<Column> values =
                    batch.stream().map(sample -> column(sample, column)).toList();
            feed.put(variable.name(), tensor(values, variable));
            String lengths = variable.lengths();
            if (lengths != null) {
                long each = variable.shape().elementsFrom(1);
                long[] counts =
                        values.stream().mapToLong(value -> length(value) / each).toArray();
                feed.put(lengths, HostTensor.of(Shape.of(counts.length), counts));
            }
        }
        listener.spent(StepPart.DATA, System.nanoTime() - since);
        return feed;
    }

    private Column column(Sample sample, int column) {
        if (column >= sample.columns().size()) {
            throw new ProgramException("the reader's samples have "
                    + sample.columns().size() + " columns, and feed_list has " + variables.size() + " variables");
        }
        return sample.columns().get(column);
    }

    private static HostTensor tensor(List<Column> values, Variable variable) {
        long each = variable.shape().elementsFrom(1);
        long rows = 0;
        for (Column column : values) {
            check(column, variable, each);
            rows += length(column) / each;
        }
        ByteBuffer bytes = ByteBuffer.allocate(
                        Math.toIntExact(rows * each * variable.type().bytes()))
                .order(ByteOrder.LITTLE_ENDIAN);
        values.forEach(column -> append(bytes, column));
        long[] shape = variable.shape().toArray();
        shape[0] = rows;
        return HostTensor.wrap(Shape.of(shape), variable.type(), bytes.flip());
    }

    private static void check(Column column, Variable variable, long each) {
        int length = length(column);
        DataType type = switch (column) {
            case Column.Reals _ -> DataType.FLOAT32;
            case Column.Integers _ -> DataType.INT64;
        };
        boolean fits = variable.sequences() ? length % each == 0 : length == each;
        if (!fits || type != variable.type()) {
            throw new ProgramException("the reader has " + length + " numbers of " + type.word() + " for " + variable);
        }
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
