package jfab.engine.torch;

import com.carrotsearch.hppc.LongIntHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import jfab.engine.EngineException;
import jfab.engine.HostTensor;
import jfab.engine.RowTable;
import jfab.program.DataType;
import jfab.program.Shape;
import jfab.program.Variable;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** A sparse table on libtorch: ids in a hash map, rows and accumulators in blocks that one call gathers from or scatters to. */
final class TorchRowTable implements RowTable, AutoCloseable {
    private static final int FIRST_CAPACITY = 256;

    private final Variable variable;
    private final org.bytedeco.pytorch.Device place;
    private final TorchTables memory;
    private final LongIntHashMap slots = new LongIntHashMap();
    private final List<RowColumn> columns = new ArrayList<>();
    private int capacity = FIRST_CAPACITY;

    TorchRowTable(Variable variable, org.bytedeco.pytorch.Device place, TorchTables memory) {
        this.variable = variable;
        this.place = place;
        this.memory = memory;
        if (variable.shape().rank() != 2) {
            throw new EngineException("a sparse table has rows of numbers, and " + variable + " has not");
        }
    }

    /** Lays a column beside the rows, of which there are none yet. */
    void add(String column, RowRandom first) {
        columns.add(new RowColumn(column, width(), first, place, capacity));
    }

    @Override
    public String name() {
        return variable.name();
    }

    @Override
    public long height() {
        return variable.shape().dimension(0);
    }

    @Override
    public int width() {
        return Math.toIntExact(variable.shape().dimension(1));
    }

    @Override
    public int size() {
        return slots.size();
    }

    @Override
    public List<String> columns() {
        return columns.stream().map(RowColumn::name).toList();
    }

    @Override
    public long[] ids() {
        long[] ids = slots.keys().toArray();
        Arrays.sort(ids);
        return ids;
    }

    @Override
    public HostTensor read(String column, long[] ids) {
        try (var _ = new PointerScope()) {
            return new TorchTensor(rows(column, ids)).toHost();
        }
    }

    @Override
    public void write(String column, long[] ids, jfab.engine.Tensor values) {
        if (!values.shape().equals(Shape.of(ids.length, width())) || values.type() != DataType.FLOAT32) {
            throw new EngineException(ids.length + " rows of '" + column + "' are not "
                    + values.type().word() + values.shape());
        }
        try (var _ = new PointerScope()) {
            RowColumn target = column(column);
            target.rows(make(ids, Set.of(column)), target.onPlace(TorchTensor.copyOf(values)));
        }
    }

    boolean has(String column) {
        return columns.stream().anyMatch(each -> each.name().equals(column));
    }

    RowColumn column(String name) {
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new EngineException(
                        "sparse table '" + name() + "' has no column '" + name + "' but " + columns()));
    }

    long bytesPerRow() {
        return (long) columns.size() * width() * Float.BYTES;
    }

    /** What the rows that exist take. */
    long bytes() {
        return size() * bytesPerRow();
    }

    /** A copy of rows, whether they exist or not. */
    Tensor rows(String name, long[] ids) {
        RowColumn column = column(name);
        long[] known = new long[ids.length];
        long[] place = new long[ids.length];
        long[] unknown = new long[ids.length];
        long[] unknownPlace = new long[ids.length];
        int found = 0;
        int missing = 0;
        for (int i = 0; i < ids.length; i++) {
            int slot = slots.getOrDefault(ids[i], -1);
            if (slot >= 0) {
                known[found] = slot;
                place[found++] = i;
            } else {
                unknown[missing] = ids[i];
                unknownPlace[missing++] = i;
            }
        }
        if (missing == 0) {
            return column.rows(longs(known));
        }
        Tensor fresh = column.firstRows(Arrays.copyOf(unknown, missing));
        if (found == 0) {
            return fresh;
        }
        Tensor rows = torch.empty(new long[] {ids.length, width()}, fresh.options(), null);
        rows.index_copy_(0, longs(Arrays.copyOf(unknownPlace, missing)), fresh);
        rows.index_copy_(0, longs(Arrays.copyOf(place, found)), column.rows(longs(Arrays.copyOf(known, found))));
        return rows;
    }

    /** Where the rows {@code ids} lie; those that are new begin with their first values, except in the columns that are about to be written. */
    Tensor make(long[] ids, Set<String> written) {
        long[] fresh = Arrays.stream(ids).filter(id -> !slots.containsKey(id)).toArray();
        if (fresh.length > 0) {
            memory.reserve(this, fresh.length);
            grow(size() + fresh.length);
            for (long id : fresh) {
                slots.put(id, slots.size());
            }
            for (RowColumn column : columns) {
                if (!written.contains(column.name())) {
                    column.rows(slotsOf(fresh), column.firstRows(fresh));
                }
            }
        }
        return slotsOf(ids);
    }

    private Tensor slotsOf(long[] ids) {
        return longs(Arrays.stream(ids).map(slots::get).toArray());
    }

    private void grow(int needed) {
        if (needed > capacity) {
            capacity = (int) Math.min(Integer.MAX_VALUE, Math.max(needed, 2L * capacity));
            columns.forEach(column -> column.grow(capacity, size()));
        }
    }

    private Tensor longs(long[] values) {
        Tensor tensor = TorchTensor.copyOf(HostTensor.of(Shape.of(values.length), values));
        return tensor.to(place, tensor.scalar_type());
    }

    @Override
    public void close() {
        columns.forEach(RowColumn::close);
    }
}
