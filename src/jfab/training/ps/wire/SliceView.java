package jfab.training.ps.wire;

import java.nio.ByteBuffer;
import jfab.training.engine.Tensor;

/**
 * A slice where it lies in memory.
 *
 * @param tensor the slice itself on a server, the whole parameter on a trainer
 * @param offset of the slice's first byte in the tensor
 * @param length in bytes
 */
public record SliceView(Tensor tensor, long offset, long length) {
    /** A slice that is a tensor of its own. */
    public static SliceView of(Tensor tensor) {
        return new SliceView(tensor, 0, tensor.byteSize());
    }

    public ByteBuffer bytes(long from, int count) {
        return tensor.bytes(offset + from, count);
    }

    public void write(long from, ByteBuffer source) {
        tensor.write(offset + from, source);
    }
}
