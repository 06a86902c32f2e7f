package jfab.training.engine.torch;

import jfab.training.program.DataType;
import jfab.training.program.Shape;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** One column of a sparse table, its values or an accumulator: rows in one block of memory, of which the first are in use. */
final class RowColumn implements AutoCloseable {
    private final String name;
    private final int width;
    private final RowRandom first;
    private final DeviceMemory memory;
    private Tensor block;

    RowColumn(String name, int width, RowRandom first, DeviceMemory memory, int capacity) {
        this.name = name;
        this.width = width;
        this.first = first;
        this.memory = memory;
        this.block = kept(room(capacity));
    }

    String name() {
        return name;
    }

    /** The rows in {@code slots}, a copy. */
    Tensor rows(Tensor slots) {
        return block.index_select(0, slots);
    }

    void rows(Tensor slots, Tensor values) {
        block.index_copy_(0, slots, values);
    }

    /** What rows of {@code ids} begin with. */
    Tensor firstRows(long[] ids) {
        return memory.filled(
                Shape.of(ids.length, width),
                DataType.FLOAT32,
                rows -> first.fill(
                        ids,
                        width,
                        rows.bytes(0, Math.toIntExact(rows.byteSize())).asFloatBuffer()));
    }

    /** Makes room for {@code capacity} rows; {@code used} of them are kept. */
    void grow(int capacity, int used) {
        try (var _ = new PointerScope()) {
            Tensor larger = room(capacity);
            larger.narrow(0, 0, used).copy_(block.narrow(0, 0, used));
            block.releaseReference();
            block = kept(larger);
        }
    }

    private Tensor room(int capacity) {
        return torch.empty(new long[] {capacity, width}, memory.options(ScalarType.Float), null);
    }

    /** Beyond the native scope of the step in which it was made. */
    private static Tensor kept(Tensor tensor) {
        tensor.retainReference();
        return tensor;
    }

    @Override
    public void close() {
        block.releaseReference();
    }
}
