package jfab.engine.checkpoint;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import jfab.engine.HostTensor;
import jfab.engine.Tensor;
import jfab.program.DataType;
import jfab.program.Shape;

/** Rows of a sparse table as one tensor {@code [ids, width]}, of which only what is being written is in memory. */
final class SavedRows implements Tensor {
    /** Where rows come from: this process's table, or the parameter servers. */
    @FunctionalInterface
    interface Source {
        HostTensor read(long[] ids);
    }

    private final long[] ids;
    private final int width;
    private final Source source;

    SavedRows(long[] ids, int width, Source source) {
        this.ids = ids;
        this.width = width;
        this.source = source;
    }

    @Override
    public Shape shape() {
        return Shape.of(ids.length, width);
    }

    @Override
    public DataType type() {
        return DataType.FLOAT32;
    }

    @Override
    public ByteBuffer bytes(long offset, int length) {
        int row = width * Float.BYTES;
        int first = Math.toIntExact(offset / row);
        int end = Math.toIntExact(Math.ceilDiv(offset + length, row));
        HostTensor rows = source.read(Arrays.copyOfRange(ids, first, end));
        return rows.bytes(offset - (long) first * row, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void write(long offset, ByteBuffer values) {
        throw new UnsupportedOperationException("rows are saved from here, not loaded");
    }
}
