package jfab.training.engine;

import java.nio.ByteBuffer;
import jfab.training.program.DataType;
import jfab.training.program.Shape;

/**
 * An array of numbers on a device, owned by a {@link Scope}, a step or the code that made it; not to be used after its owner
 * has closed.
 *
 * <p>Bytes are little-endian, row-major and without gaps.
 */
public interface Tensor {
    Shape shape();

    DataType type();

    /** The size of all elements in bytes. */
    default long byteSize() {
        return shape().elements() * type().bytes();
    }

    /**
     * The bytes from {@code offset} on, little-endian, position 0.
     *
     * <p>A view of the memory itself on a CPU: cheap, and it changes when the tensor does. A copy from a GPU.
     *
     * @param offset in bytes
     */
    ByteBuffer bytes(long offset, int length);

    /** Replaces the bytes from {@code offset} on by all that remains in {@code source}, which is not changed. */
    void write(long offset, ByteBuffer source);
}
