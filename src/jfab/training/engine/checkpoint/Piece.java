package jfab.training.engine.checkpoint;

import java.nio.ByteBuffer;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.program.Shape;

/**
 * A run of the elements of a variable, in row-major order, as one process keeps it.
 *
 * @param variable name of the whole variable, the same however it is cut
 * @param offset number of the first element
 * @param tensor the elements
 */
public record Piece(String variable, long offset, Tensor tensor) {
    /** Bytes moved at once. */
    private static final int CHUNK = 1 << 24;

    public Piece {
        if (offset < 0) {
            throw new IllegalArgumentException("a piece of " + variable + " cannot begin at " + offset);
        }
    }

    /** A variable that is not cut. */
    public static Piece whole(String variable, Tensor tensor) {
        return new Piece(variable, 0, tensor);
    }

    /** How many elements it has. */
    public long length() {
        return tensor.shape().elements();
    }

    /** The same piece with the values of now, in memory of its own and in one dimension. */
    public Piece copy() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(Math.toIntExact(tensor.byteSize()));
        for (long at = 0; at < tensor.byteSize(); at += CHUNK) {
            bytes.put(tensor.bytes(at, (int) Math.min(CHUNK, tensor.byteSize() - at)));
        }
        return new Piece(variable, offset, HostTensor.wrap(Shape.of(length()), tensor.type(), bytes.flip()));
    }

    /** Its name in a file: {@code fc_0.w_0@0}. */
    String key() {
        return variable + "@" + offset;
    }
}
