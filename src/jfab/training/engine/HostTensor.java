package jfab.training.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import org.jspecify.annotations.Nullable;

/** A tensor in a byte buffer of this process: what is fed to a program and fetched from it. */
public final class HostTensor implements Tensor {
    private final Shape shape;
    private final DataType type;
    private final Supplier<ByteBuffer> source;
    private @Nullable ByteBuffer content;

    private HostTensor(Shape shape, DataType type, Supplier<ByteBuffer> source) {
        this.shape = shape;
        this.type = type;
        this.source = source;
    }

    /** Uses what remains in {@code content} without copying it; little-endian. */
    public static HostTensor wrap(Shape shape, DataType type, ByteBuffer content) {
        HostTensor tensor = new HostTensor(shape, type, () -> content);
        tensor.content();
        return tensor;
    }

    /** A tensor whose bytes are asked for when they are first read; the reader may have to wait, or be told that a step has failed. */
    public static HostTensor later(Shape shape, DataType type, Supplier<ByteBuffer> source) {
        return new HostTensor(shape, type, source);
    }

    private ByteBuffer content() {
        ByteBuffer known = content;
        if (known == null) {
            ByteBuffer given = source.get();
            if (given.remaining() != byteSize()) {
                throw new EngineException(
                        "a " + type.word() + shape + " has " + byteSize() + " bytes, not " + given.remaining());
            }
            known = given.slice().order(ByteOrder.LITTLE_ENDIAN);
            content = known;
        }
        return known;
    }

    /** Zeros. */
    public static HostTensor zeros(Shape shape, DataType type) {
        return wrap(shape, type, ByteBuffer.allocate(Math.toIntExact(shape.elements() * type.bytes())));
    }

    public static HostTensor of(Shape shape, float... values) {
        HostTensor tensor = zeros(shape, DataType.FLOAT32);
        tensor.content().asFloatBuffer().put(values);
        return tensor;
    }

    public static HostTensor of(Shape shape, long... values) {
        HostTensor tensor = zeros(shape, DataType.INT64);
        tensor.content().asLongBuffer().put(values);
        return tensor;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public DataType type() {
        return type;
    }

    @Override
    public ByteBuffer bytes(long offset, int length) {
        return content().slice(Math.toIntExact(offset), length).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void write(long offset, ByteBuffer source) {
        content().put(Math.toIntExact(offset), source, source.position(), source.remaining());
    }

    /** All elements in order, as numbers of double precision. */
    public double[] values() {
        return switch (type) {
            case FLOAT32 ->
                IntStream.range(0, count())
                        .mapToDouble(i -> content().getFloat(4 * i))
                        .toArray();
            case INT64 ->
                IntStream.range(0, count())
                        .mapToDouble(i -> content().getLong(8 * i))
                        .toArray();
        };
    }

    /** The mean of all elements; the value itself where there is one. */
    public double mean() {
        double[] values = values();
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /**
     * {@code value[i]} in scripts, as in {@code loss[0]}: of one dimension the number, of more the i-th part; negative numbers count from the
     * end.
     *
     * @throws EngineException where there is no such element, or no dimension
     */
    public Object getAt(int index) {
        long[] dimensions = shape.toArray();
        long length = dimensions.length == 0 ? 0 : dimensions[0];
        long place = index < 0 ? index + length : index;
        if (place < 0 || place >= length) {
            throw new EngineException("[" + index + "] of a value of the shape " + shape + ": "
                    + (dimensions.length == 0 ? "it has no dimension" : "it has " + length + " there, from 0"));
        }
        if (dimensions.length == 1) {
            return values()[(int) place];
        }
        Shape inner = Shape.of(Arrays.copyOfRange(dimensions, 1, dimensions.length));
        int bytes = Math.toIntExact(inner.elements() * type.bytes());
        return wrap(inner, type, bytes(place * bytes, bytes));
    }

    private int count() {
        return content().capacity() / type.bytes();
    }

    /** Shape and at most eight elements. */
    @Override
    public String toString() {
        double[] values = values();
        String shown = IntStream.range(0, Math.min(8, values.length))
                .mapToObj(i -> Double.toString(values[i]))
                .collect(java.util.stream.Collectors.joining(", "));
        return type.word() + shape + " [" + shown + (values.length > 8 ? ", ...]" : "]");
    }
}
