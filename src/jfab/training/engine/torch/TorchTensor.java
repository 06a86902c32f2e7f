package jfab.training.engine.torch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import jfab.training.engine.EngineException;
import jfab.training.engine.HostTensor;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A libtorch tensor behind our interface; contiguous.
 *
 * @param memory that it is in
 */
record TorchTensor(Tensor tensor, DeviceMemory memory) implements jfab.training.engine.Tensor {

    @Override
    public Shape shape() {
        try (var _ = new PointerScope()) {
            return Shape.of(tensor.sizes().vec().get());
        }
    }

    @Override
    public DataType type() {
        return switch (tensor.scalar_type().intern()) {
            case Float -> DataType.FLOAT32;
            case Long -> DataType.INT64;
            default -> throw new EngineException("a tensor of " + tensor.scalar_type() + " has no name in programs");
        };
    }

    @Override
    public ByteBuffer bytes(long offset, int length) {
        try (var _ = new PointerScope()) {
            if (memory.away()) {
                ByteBuffer copy = ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
                return copy.put(view(memory.fetch(piece(offset, length)), 0, length))
                        .flip();
            }
            return view(tensor, offset, length);
        }
    }

    @Override
    public void write(long offset, ByteBuffer source) {
        try (var _ = new PointerScope()) {
            if (memory.away()) {
                Tensor target = piece(offset, source.remaining());
                Tensor staged = memory.staging(new long[] {target.numel()}, type(target));
                view(staged, 0, source.remaining()).put(source.duplicate());
                memory.upload(target, staged);
                memory.await();
            } else {
                view(tensor, offset, source.remaining()).put(source.duplicate());
            }
        }
    }

    /** The elements that whole bytes of are asked for, and no others: several threads may copy pieces of one tensor. */
    private Tensor piece(long offset, int length) {
        check(tensor, offset, length);
        long size = tensor.element_size();
        if (offset % size != 0 || length % size != 0) {
            throw new EngineException("bytes " + offset + " to " + (offset + length) + " are not whole elements");
        }
        return tensor.detach().view(-1).narrow(0, offset / size, length / size);
    }

    private static ScalarType type(Tensor tensor) {
        return tensor.scalar_type().intern();
    }

    /** A copy in this process's memory. */
    HostTensor toHost() {
        ByteBuffer copy = ByteBuffer.allocate(Math.toIntExact(byteSize()));
        copy.put(bytes(0, copy.capacity())).flip();
        return HostTensor.wrap(shape(), type(), copy);
    }

    static ScalarType kind(DataType type) {
        return switch (type) {
            case FLOAT32 -> ScalarType.Float;
            case INT64 -> ScalarType.Long;
        };
    }

    private static void check(Tensor tensor, long offset, int length) {
        if (offset < 0 || length < 0 || offset + length > tensor.numel() * tensor.element_size()) {
            throw new EngineException("bytes " + offset + " to " + (offset + length) + " are not inside a tensor of "
                    + Arrays.toString(tensor.sizes().vec().get()));
        }
    }

    /** Bytes of a tensor on the host. */
    static ByteBuffer view(Tensor tensor, long offset, int length) {
        check(tensor, offset, length);
        if (length == 0) {
            // Nothing may have no address.
            return ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
        }
        return new BytePointer(tensor.data_ptr())
                .position(offset)
                .limit(offset + length)
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
