package jfab.dsl.program;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.data.Column;
import jfab.data.Sample;
import jfab.engine.HostTensor;
import jfab.program.DataType;
import jfab.program.ProgramException;
import jfab.program.Shape;
import jfab.program.Variable;

/** Turns batches into tensors: column i of every sample becomes the value of variable i. */
public final class DataFeeder {
    private final List<Variable> variables;

    DataFeeder(List<Variable> variables) {
        this.variables = variables;
    }

    /** One tensor per variable, whose first dimension is the number of samples. */
    public Map<String, HostTensor> feed(List<Sample> batch) {
        Map<String, HostTensor> feed = new LinkedHashMap<>();
        for (int column = 0; column < variables.size(); column++) {
            feed.put(variables.get(column).name(), tensor(batch, column));
        }
        return feed;
    }

    private HostTensor tensor(List<Sample> batch, int column) {
        Variable variable = variables.get(column);
        long each = variable.shape().elementsFrom(1);
        ByteBuffer bytes = ByteBuffer.allocate(
                        Math.toIntExact(batch.size() * each * variable.type().bytes()))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (Sample sample : batch) {
            if (column >= sample.columns().size()) {
                throw new ProgramException("the reader's samples have "
                        + sample.columns().size() + " columns, and feed_list has " + variables.size() + " variables");
            }
            append(bytes, sample.columns().get(column), variable, each);
        }
        long[] shape = variable.shape().toArray();
        shape[0] = batch.size();
        return HostTensor.wrap(Shape.of(shape), variable.type(), bytes.flip());
    }

    private static void append(ByteBuffer bytes, Column column, Variable variable, long each) {
        int length = switch (column) {
            case Column.Reals(float[] values) -> values.length;
            case Column.Integers(long[] values) -> values.length;
        };
        DataType type = switch (column) {
            case Column.Reals _ -> DataType.FLOAT32;
            case Column.Integers _ -> DataType.INT64;
        };
        if (length != each || type != variable.type()) {
            throw new ProgramException("the reader has " + length + " numbers of " + type.word() + " for " + variable);
        }
        switch (column) {
            case Column.Reals(float[] values) -> bytes.asFloatBuffer().put(values);
            case Column.Integers(long[] values) -> bytes.asLongBuffer().put(values);
        }
        bytes.position(bytes.position() + length * type.bytes());
    }
}
