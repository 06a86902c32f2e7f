package jfab.training.ps;

import java.nio.ByteBuffer;
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
import jfab.training.program.Shape;
import jfab.training.program.transpile.ServerVariables;
import jfab.training.ps.Message.Ids;
import jfab.training.ps.Message.RowGradients;
import jfab.training.ps.Message.Rows;
import jfab.training.ps.Message.RowsAsked;

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
}
