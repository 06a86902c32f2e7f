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
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** A libtorch tensor behind our interface; contiguous. */
record TorchTensor(Tensor tensor) implements jfab.training.engine.Tensor {

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
            if (tensor.is_cuda()) {
                ByteBuffer copy = ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
                return copy.put(view(tensor.cpu(), offset, length)).flip();
            }
            return view(tensor, offset, length);
        }
    }

    @Override
    public boolean inHostMemory() {
        return !tensor.is_cuda();
    }

    @Override
    public void write(long offset, ByteBuffer source) {
        try (var _ = new PointerScope()) {
            if (tensor.is_cuda()) {
                Tensor copy = tensor.cpu();
                view(copy, offset, source.remaining()).put(source.duplicate());
                tensor.copy_(copy);
            } else {
                view(tensor, offset, source.remaining()).put(source.duplicate());
            }
        }
    }

    /** A copy in this process's memory. */
    HostTensor toHost() {
        ByteBuffer copy = ByteBuffer.allocate(Math.toIntExact(byteSize()));
        copy.put(bytes(0, copy.capacity())).flip();
        return HostTensor.wrap(shape(), type(), copy);
    }

    /** A new tensor on the CPU with {@code source}'s elements. */
    static Tensor copyOf(jfab.training.engine.Tensor source) {
        Tensor copy = torch.empty(source.shape().toArray(), new TensorOptions(kind(source.type())), null);
        int length = Math.toIntExact(source.byteSize());
        if (length > 0) {
            view(copy, 0, length).put(source.bytes(0, length));
        }
        return copy;
    }

    static ScalarType kind(DataType type) {
        return switch (type) {
            case FLOAT32 -> ScalarType.Float;
            case INT64 -> ScalarType.Long;
        };
    }

    private static ByteBuffer view(Tensor tensor, long offset, int length) {
        if (offset < 0 || length < 0 || offset + length > tensor.numel() * tensor.element_size()) {
            throw new EngineException("bytes " + offset + " to " + (offset + length) + " are not inside a tensor of "
                    + Arrays.toString(tensor.sizes().vec().get()));
        }
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
