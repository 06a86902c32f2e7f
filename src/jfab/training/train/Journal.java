package jfab.training.train;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import jfab.training.engine.HostTensor;
import jfab.training.engine.checkpoint.Parts;
import jfab.training.engine.checkpoint.Piece;
import jfab.training.program.DataType;
import jfab.training.program.Shape;

/** What each run of a script gave back, in order, so that the script finds its way again without computing. */
final class Journal {
    /** Larger values decide nothing in a script; they are not kept. */
    private static final long MOST_ELEMENTS = 1024;

    private static final String RUNS = "journal.runs";
    private static final String REALS = "journal.reals";
    private static final String INTEGERS = "journal.integers";

    private final List<List<HostTensor>> runs = new ArrayList<>();

    int size() {
        return runs.size();
    }

    void add(List<HostTensor> fetched) {
        runs.add(fetched.stream().map(Journal::kept).toList());
    }

    /** What run number {@code index} gave back. */
    List<HostTensor> get(int index) {
        return runs.get(index);
    }

    /** A value that is not known: NaN, or 0 for integers. */
    static HostTensor unknown(Shape shape, DataType type) {
        HostTensor tensor = HostTensor.zeros(shape, type);
        if (type == DataType.FLOAT32) {
            for (long i = 0; i < shape.elements(); i++) {
                ByteBuffer nan = ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
                tensor.write(i * Float.BYTES, nan.putFloat(Float.NaN).flip());
            }
        }
        return tensor;
    }

    /** As tensors of a checkpoint: shapes, then all elements of each type. */
    List<Piece> pieces(String name) {
        List<Long> shapes = new ArrayList<>();
        List<HostTensor> reals = new ArrayList<>();
        List<HostTensor> integers = new ArrayList<>();
        for (List<HostTensor> run : runs) {
            shapes.add((long) run.size());
            for (HostTensor tensor : run) {
                shapes.add(tensor.type() == DataType.FLOAT32 ? 0L : 1L);
                shapes.add((long) tensor.shape().rank());
                shapes.addAll(tensor.shape().dimensions());
                (tensor.type() == DataType.FLOAT32 ? reals : integers).add(tensor);
            }
        }
        List<Piece> pieces = new ArrayList<>();
        long[] table = shapes.stream().mapToLong(Long::longValue).toArray();
        add(pieces, name + RUNS, List.of(HostTensor.of(Shape.of(table.length), table)), DataType.INT64);
        add(pieces, name + REALS, reals, DataType.FLOAT32);
        add(pieces, name + INTEGERS, integers, DataType.INT64);
        return pieces;
    }

    /** Reads what {@link #pieces} made. */
    static Journal read(Parts parts, String name) {
        ByteBuffer shapes = content(parts, name + RUNS, DataType.INT64);
        ByteBuffer reals = content(parts, name + REALS, DataType.FLOAT32);
        ByteBuffer integers = content(parts, name + INTEGERS, DataType.INT64);
        Journal journal = new Journal();
        while (shapes.hasRemaining()) {
            List<HostTensor> run = new ArrayList<>();
            for (long left = shapes.getLong(); left > 0; left--) {
                DataType type = shapes.getLong() == 0 ? DataType.FLOAT32 : DataType.INT64;
                long[] dimensions = new long[(int) shapes.getLong()];
                for (int i = 0; i < dimensions.length; i++) {
                    dimensions[i] = shapes.getLong();
                }
                Shape shape = Shape.of(dimensions);
                ByteBuffer source = type == DataType.FLOAT32 ? reals : integers;
                int bytes = Math.toIntExact(shape.elements() * type.bytes());
                run.add(HostTensor.wrap(shape, type, source.slice(source.position(), bytes)));
                source.position(source.position() + bytes);
            }
            journal.runs.add(run);
        }
        return journal;
    }

    private static HostTensor kept(HostTensor value) {
        return value.shape().elements() <= MOST_ELEMENTS ? value : unknown(Shape.of(1), value.type());
    }

    private static void add(List<Piece> pieces, String name, List<HostTensor> tensors, DataType type) {
        int bytes =
                Math.toIntExact(tensors.stream().mapToLong(HostTensor::byteSize).sum());
        if (bytes > 0) {
            ByteBuffer all = ByteBuffer.allocate(bytes);
            tensors.forEach(tensor -> all.put(tensor.bytes(0, (int) tensor.byteSize())));
            pieces.add(Piece.whole(name, HostTensor.wrap(Shape.of(bytes / type.bytes()), type, all.flip())));
        }
    }

    private static ByteBuffer content(Parts parts, String name, DataType type) {
        long length = parts.length(name);
        if (length == 0) {
            return ByteBuffer.allocate(0);
        }
        HostTensor tensor = HostTensor.zeros(Shape.of(length), type);
        parts.read(Piece.whole(name, tensor));
        return tensor.bytes(0, Math.toIntExact(tensor.byteSize()));
    }
}
