package jfab.training.ps.job;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import jfab.training.engine.HostTensor;
import jfab.training.engine.RowTable;
import jfab.training.engine.checkpoint.Part;
import jfab.training.engine.checkpoint.Parts;
import jfab.training.engine.checkpoint.Piece;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.program.transpile.SparseTable;

/**
 * One server's rows of a sparse table in checkpoints: how many there are, their ids, and a run of values per column.
 *
 * <p>Rows lie by id on servers, so a checkpoint of another number of servers is read as a whole, and each server takes its own.
 *
 * @param index of this server among {@code servers}
 */
public record DurableTable(RowTable table, int index, int servers) implements Durable {
    @Override
    public List<Piece> pieces() {
        String part = Part.server(index, servers);
        long[] ids = table.ids();
        List<Piece> pieces = new ArrayList<>();
        pieces.add(Piece.whole(name("size", part), HostTensor.of(Shape.of(1), (long) ids.length)));
        if (ids.length > 0) {
            pieces.add(Piece.whole(name("ids", part), HostTensor.of(Shape.of(ids.length), ids)));
            table.columns()
                    .forEach(column -> pieces.add(Piece.whole(name(column, part), flat(table.read(column, ids)))));
        }
        return pieces;
    }

    @Override
    public boolean restorable(Parts parts) {
        return !shards(parts).isEmpty();
    }

    @Override
    public void restore(Parts parts) {
        shards(parts).forEach(part -> restore(parts, part));
    }

    /** Parts that hold this server's rows: its own, or all of another number of servers; none if one is missing. */
    private List<String> shards(Parts parts) {
        String own = Part.server(index, servers);
        if (parts.length(name("size", own)) > 0) {
            return List.of(own);
        }
        String any = name("size", "server-");
        int count = parts.variables().stream()
                .filter(variable -> variable.startsWith(any))
                .mapToInt(variable -> Integer.parseInt(variable.substring(variable.lastIndexOf('-') + 1)))
                .findFirst()
                .orElse(0);
        List<String> all = IntStream.range(0, count)
                .mapToObj(server -> Part.server(server, count))
                .toList();
        return all.stream().allMatch(part -> parts.length(name("size", part)) > 0) ? all : List.of();
    }

    private void restore(Parts parts, String part) {
        HostTensor size = HostTensor.zeros(Shape.of(1), DataType.INT64);
        parts.read(Piece.whole(name("size", part), size));
        int count = (int) size.bytes(0, Long.BYTES).getLong();
        if (count == 0) {
            return;
        }
        HostTensor ids = HostTensor.zeros(Shape.of(count), DataType.INT64);
        parts.read(Piece.whole(name("ids", part), ids));
        long[] all = new long[count];
        ids.bytes(0, count * Long.BYTES).asLongBuffer().get(all);
        int[] mine = IntStream.range(0, count)
                .filter(row -> SparseTable.server(all[row], servers) == index)
                .toArray();
        if (mine.length == 0) {
            return;
        }
        long[] rows = IntStream.of(mine).mapToLong(row -> all[row]).toArray();
        for (String column : table.columns()) {
            HostTensor values = HostTensor.zeros(Shape.of((long) count * table.width()), DataType.FLOAT32);
            parts.read(Piece.whole(name(column, part), values));
            HostTensor own = HostTensor.zeros(Shape.of(mine.length, table.width()), DataType.FLOAT32);
            int bytes = table.width() * Float.BYTES;
            for (int i = 0; i < mine.length; i++) {
                own.write((long) i * bytes, values.bytes((long) mine[i] * bytes, bytes));
            }
            table.write(column, rows, own);
        }
    }

    private String name(String what, String part) {
        return table.name() + "/" + what + "/" + part;
    }

    private static HostTensor flat(HostTensor rows) {
        return HostTensor.wrap(
                Shape.of(rows.shape().elements()), rows.type(), rows.bytes(0, Math.toIntExact(rows.byteSize())));
    }
}
