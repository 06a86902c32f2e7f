package jfab.training.ps;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import jfab.training.engine.HostTensor;
import jfab.training.engine.RowTable;
import jfab.training.engine.Tensor;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.program.transpile.ServerVariables;
import jfab.training.ps.Message.RowGradients;

/** Gradients of rows of one table as trainers have pushed them, until a step uses them. */
final class PushedRows {
    private final RowTable table;
    private final List<List<RowGradients>> byTrainer = new ArrayList<>();

    PushedRows(RowTable table, int trainers) {
        this.table = table;
        for (int trainer = 0; trainer < trainers; trainer++) {
            byTrainer.add(new ArrayList<>());
        }
    }

    void add(int trainer, RowGradients rows) {
        byTrainer.get(trainer).add(rows);
    }

    void clear(int trainer) {
        byTrainer.get(trainer).clear();
    }

    /**
     * What the server's program is fed: the gradients of those trainers that have a share in the step, in the order of ranks.
     * They are used up.
     *
     * @param shares by rank
     */
    Map<String, Tensor> feed(double[] shares) {
        long[] counts = new long[shares.length];
        for (int trainer = 0; trainer < shares.length; trainer++) {
            counts[trainer] = shares[trainer] > 0 ? rows(trainer) : 0;
        }
        int count = Math.toIntExact(Arrays.stream(counts).sum());
        ByteBuffer ids = buffer((long) count * Long.BYTES);
        ByteBuffer values = buffer((long) count * table.width() * Float.BYTES);
        for (int trainer = 0; trainer < shares.length; trainer++) {
            if (counts[trainer] > 0) {
                for (RowGradients rows : byTrainer.get(trainer)) {
                    ids.put(rows.ids().duplicate());
                    values.put(rows.values().duplicate());
                }
                clear(trainer);
            }
        }
        return Map.of(
                ServerVariables.rowCounts(table.name()), HostTensor.of(Shape.of(shares.length), counts),
                ServerVariables.rowIds(table.name()), HostTensor.wrap(Shape.of(count), DataType.INT64, ids.flip()),
                ServerVariables.rowGradients(table.name()),
                        HostTensor.wrap(Shape.of(count, table.width()), DataType.FLOAT32, values.flip()));
    }

    private int rows(int trainer) {
        return byTrainer.get(trainer).stream()
                .mapToInt(rows -> rows.ids().remaining() / Long.BYTES)
                .sum();
    }

    private static ByteBuffer buffer(long length) {
        return ByteBuffer.allocate(Math.toIntExact(length)).order(ByteOrder.LITTLE_ENDIAN);
    }
}
