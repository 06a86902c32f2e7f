package jfab.training.engine.checkpoint;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.LongStream;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.program.DataType;
import jfab.training.program.Shape;

/** Rows of a sparse table as one tensor {@code [ids, width]}, of which only what is being written is in memory. */
final class SavedRows implements Tensor {
    /** Where rows come from: this process's table, or the parameter servers. */
    @FunctionalInterface
    interface Source {
        HostTensor read(long[] ids);
    }

    /** Which rows are at a range of places in the file. */
    @FunctionalInterface
    interface Order {
        long[] ids(long first, long end);
    }

    private final long count;
    private final Order order;
    private final int width;
    private final Source source;

    private SavedRows(long count, Order order, int width, Source source) {
        this.count = count;
        this.order = order;
        this.width = width;
        this.source = source;
    }

    /** The rows {@code ids}, in this order. */
    static SavedRows of(long[] ids, int width, Source source) {
        return new SavedRows(
                ids.length, (first, end) -> Arrays.copyOfRange(ids, (int) first, (int) end), width, source);
    }

    /** All rows of a table, also those that nothing has touched. */
    static SavedRows all(long height, int width, Source source) {
        return new SavedRows(
                height, (first, end) -> LongStream.range(first, end).toArray(), width, source);
    }

    @Override
    public Shape shape() {
        return Shape.of(count, width);
    }

    @Override
    public DataType type() {
        return DataType.FLOAT32;
    }

    @Override
    public ByteBuffer bytes(long offset, int length) {
        long row = (long) width * Float.BYTES;
        long first = offset / row;
        long end = Math.ceilDiv(offset + length, row);
        HostTensor rows = source.read(order.ids(first, end));
        return rows.bytes(offset - first * row, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void write(long offset, ByteBuffer values) {
        throw new UnsupportedOperationException("rows are saved from here, not loaded");
    }
}
