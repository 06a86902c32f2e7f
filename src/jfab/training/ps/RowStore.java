package jfab.training.ps;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import jfab.training.engine.HostTensor;
import jfab.training.engine.RowTable;
import jfab.training.engine.Scope;
import jfab.training.engine.Tensor;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.program.transpile.ServerVariables;
import jfab.training.ps.job.DurableTable;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.Message.Ids;
import jfab.training.ps.wire.Message.RowGradients;
import jfab.training.ps.wire.Message.Rows;
import jfab.training.ps.wire.Message.RowsAsked;
import jfab.training.ps.wire.MessageCodec;
import jfab.training.ps.wire.ProtocolException;

/** A server's shares of the sparse tables, and what trainers have pushed for them; for the serving thread. */
final class RowStore {
    private final Map<String, RowTable> tables = new LinkedHashMap<>();
    private final Map<String, PushedRows> pushed = new LinkedHashMap<>();

    RowStore(Scope scope, int trainers) {
        for (RowTable table : scope.tables()) {
            tables.put(table.name(), table);
            pushed.put(table.name(), new PushedRows(table, trainers));
        }
    }

    Rows answer(RowsAsked asked) throws ProtocolException {
        RowTable table = table(asked.table());
        HostTensor rows = table.read(table.name(), ids(table, asked.ids()));
        return new Rows(rows.bytes(0, Math.toIntExact(rows.byteSize())));
    }

    /** The ids of all rows that there are. */
    Iterator<Message> ids(String name) throws ProtocolException {
        long[] ids = table(name).ids();
        int most = MessageCodec.CHUNK / Long.BYTES;
        return IntStream.rangeClosed(0, Math.max(0, ids.length - 1) / most)
                .<Message>mapToObj(chunk -> {
                    int end = Math.min(ids.length, (chunk + 1) * most);
                    HostTensor part =
                            HostTensor.of(Shape.of(end - chunk * most), Arrays.copyOfRange(ids, chunk * most, end));
                    return new Ids(ids.length - end, part.bytes(0, Math.toIntExact(part.byteSize())));
                })
                .iterator();
    }

    void take(int trainer, RowGradients rows) throws ProtocolException {
        RowTable table = table(rows.table());
        int count = ids(table, rows.ids()).length;
        if (rows.values().remaining() != (long) count * table.width() * Float.BYTES) {
            throw new ProtocolException(
                    rows.values().remaining() + " bytes of gradients for " + count + " rows of '" + table.name() + "'");
        }
        PushedRows own = pushed.get(table.name());
        if (own != null) {
            own.add(trainer, rows);
        }
    }

    /** What a checkpoint keeps of each table on server {@code index} of {@code servers}. */
    List<DurableTable> durables(int index, int servers) {
        return tables.values().stream()
                .map(table -> new DurableTable(table, index, servers))
                .toList();
    }

    /** Forgets what {@code trainer} pushed. */
    void clear(int trainer) {
        pushed.values().forEach(rows -> rows.clear(trainer));
    }

    /**
     * What the server's program is fed about sparse tables in a step; it is used up.
     *
     * @param shares of each trainer's gradients in the step, by rank; those without a share wait for another step
     */
    Map<String, Tensor> feed(double[] shares) {
        Map<String, Tensor> feed = new HashMap<>();
        if (!tables.isEmpty()) {
            float[] weights = new float[shares.length];
            for (int trainer = 0; trainer < shares.length; trainer++) {
                weights[trainer] = (float) shares[trainer];
            }
            feed.put(ServerVariables.SHARES, HostTensor.of(Shape.of(shares.length), weights));
        }
        pushed.values().forEach(rows -> feed.putAll(rows.feed(shares)));
        return feed;
    }

    private RowTable table(String name) throws ProtocolException {
        RowTable table = tables.get(name);
        if (table == null) {
            throw new ProtocolException("a message about '" + name + "', which is no sparse table of this job");
        }
        return table;
    }

    private static long[] ids(RowTable table, ByteBuffer bytes) throws ProtocolException {
        if (bytes.remaining() % Long.BYTES != 0) {
            throw new ProtocolException("ids of rows that end in the middle of one");
        }
        long[] ids = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(ids);
        for (long id : ids) {
            if (id < 0 || id >= table.height()) {
                throw new ProtocolException("row " + id + " of '" + table.name() + "', which has " + table.height());
            }
        }
        return ids;
    }

    /** Gradients of rows of one table as trainers have pushed them, until a step uses them. */
    private static final class PushedRows {
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
}
