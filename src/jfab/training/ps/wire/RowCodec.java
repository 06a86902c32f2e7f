package jfab.training.ps.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import jfab.training.ps.wire.Message.RowGradients;
import jfab.training.ps.wire.Message.RowsAsked;

/** What messages about rows of sparse tables carry: the table's name with its length before it, the number of ids, ids, values. */
final class RowCodec {
    /** More than any name and count take, within the room that {@link MessageCodec#MAX_MESSAGE} leaves around a chunk. */
    static final int MAX_NAME = 1024;

    private RowCodec() {}

    static ByteBuffer encode(String table, ByteBuffer ids, ByteBuffer values) {
        byte[] name = table.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Short.BYTES + name.length + Integer.BYTES + ids.remaining() + values.remaining())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) name.length)
                .put(name)
                .putInt(ids.remaining() / Long.BYTES)
                .put(ids.duplicate())
                .put(values.duplicate())
                .flip();
    }

    static RowsAsked asked(ByteBuffer bytes) {
        return new RowsAsked(name(bytes), ids(bytes));
    }

    static RowGradients gradients(ByteBuffer bytes) {
        return new RowGradients(name(bytes), ids(bytes), rest(bytes));
    }

    /** All that is left. */
    static ByteBuffer rest(ByteBuffer bytes) {
        return taken(bytes, bytes.remaining());
    }

    private static String name(ByteBuffer bytes) {
        return StandardCharsets.UTF_8
                .decode(taken(bytes, Short.toUnsignedInt(bytes.getShort())))
                .toString();
    }

    private static ByteBuffer ids(ByteBuffer bytes) {
        return taken(bytes, (long) Long.BYTES * bytes.getInt());
    }

    private static ByteBuffer taken(ByteBuffer bytes, long length) {
        if (length < 0 || length > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        ByteBuffer part = bytes.slice(bytes.position(), (int) length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(bytes.position() + (int) length);
        return part;
    }
}
