package jfab.training.ps;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import jfab.training.engine.TableRows;
import jfab.training.program.transpile.SparseTable;
import jfab.training.ps.Message.RowGradients;
import jfab.training.ps.Message.RowsAsked;

/** The rows of a step that one server keeps, cut into messages. */
final class RowShare {
    private final TableRows all;
    private final int bytes;
    private final List<int[]> messages = new ArrayList<>();

    /** The share of server {@code index} of {@code servers}. */
    RowShare(TableRows all, int index, int servers) {
        this.all = all;
        bytes = all.width() * Float.BYTES;
        int[] own = IntStream.range(0, all.count())
                .filter(row -> SparseTable.server(all.id(row), servers) == index)
                .toArray();
        int most = RowCodec.rowsPerMessage(all.width());
        for (int first = 0; first < own.length; first += most) {
            messages.add(Arrays.copyOfRange(own, first, Math.min(own.length, first + most)));
        }
    }

    /** Where the answers to {@link #questions} go. */
    List<RowSink> sinks(ByteBuffer target) {
        return messages.stream().map(rows -> new RowSink(target, rows, bytes)).toList();
    }

    Iterator<Message> questions(String table) {
        return messages.stream()
                .<Message>map(rows -> new RowsAsked(table, ids(rows)))
                .iterator();
    }

    /** The values, as gradients; each message is made when it is sent. */
    Iterator<Message> gradients(String table) {
        return messages.stream()
                .<Message>map(rows -> new RowGradients(table, ids(rows), values(rows)))
                .iterator();
    }

    private ByteBuffer ids(int[] rows) {
        ByteBuffer ids = buffer(rows.length * Long.BYTES);
        for (int row : rows) {
            ids.putLong(all.id(row));
        }
        return ids.flip();
    }

    private ByteBuffer values(int[] rows) {
        ByteBuffer source = all.values().bytes(0, Math.toIntExact(all.values().byteSize()));
        ByteBuffer values = buffer(rows.length * bytes);
        for (int i = 0; i < rows.length; i++) {
            values.put(i * bytes, source, rows[i] * bytes, bytes);
        }
        return values;
    }

    private static ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
