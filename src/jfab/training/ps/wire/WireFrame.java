package jfab.training.ps.wire;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * The head of a piece of a slice on a data connection; the bytes of the piece, little-endian float32, follow it.
 *
 * @param slice number of the slice among those of the server
 * @param offset of the first byte within the slice
 * @param length in bytes
 */
record WireFrame(int slice, long offset, int length) {
    /** The bytes of a head. */
    static final int SIZE = 2 * Integer.BYTES + Long.BYTES;

    /** What one piece has at most: enough for the cost per piece to vanish. */
    static final int LARGEST = 1 << 20;

    /** Says only that the connection is in use. */
    static final WireFrame PULSE = new WireFrame(-1, 0, 0);

    static WireFrame read(ByteBuffer head) {
        return new WireFrame(head.getInt(), head.getLong(), head.getInt());
    }

    void write(ByteBuf head) {
        head.writeInt(slice).writeLong(offset).writeInt(length);
    }
}
