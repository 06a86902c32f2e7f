package jfab.training.ps;

import java.nio.ByteBuffer;

/** Where the answer to one question for rows goes. */
final class RowSink {
    private final ByteBuffer target;
    private final int[] rows;
    private final int bytes;

    /**
     * @param target all rows that the trainer has asked for, from whichever server
     * @param rows which of them come, in the order of the answer
     * @param bytes per row
     */
    RowSink(ByteBuffer target, int[] rows, int bytes) {
        this.target = target;
        this.rows = rows;
        this.bytes = bytes;
    }

    void accept(ByteBuffer values) throws ProtocolException {
        if (values.remaining() != (long) rows.length * bytes) {
            throw new ProtocolException(
                    values.remaining() + " bytes for " + rows.length + " rows of " + bytes + " bytes each");
        }
        for (int i = 0; i < rows.length; i++) {
            target.put(rows[i] * bytes, values, values.position() + i * bytes, bytes);
        }
    }
}
