package jfab.training.engine.torch;

import com.carrotsearch.hppc.LongIntHashMap;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.training.engine.EngineException;
import jfab.training.engine.HostTensor;
import jfab.training.engine.RowTable;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import org.bytedeco.javacpp.PointerScope;

/** A sparse table on libtorch: ids in a hash map, rows and accumulators in blocks that one call gathers from or scatters to. */
final class TorchRowTable implements RowTable, AutoCloseable {
    private static final int FIRST_CAPACITY = 256;

    private final Variable variable;
    private final DeviceMemory memory;
    private final TorchTables tables;
    private final LongIntHashMap slots = new LongIntHashMap();
    private final Map<String, RowColumn> columns = new LinkedHashMap<>();
    private int capacity = FIRST_CAPACITY;

    TorchRowTable(Variable variable, DeviceMemory memory, TorchTables tables) {
        this.variable = variable;
        this.memory = memory;
        this.tables = tables;
        if (variable.shape().rank() != 2) {
            throw new EngineException("a sparse table has rows of numbers, and " + variable + " has not");
        }
    }

    /** Lays a column beside the rows, of which there are none yet. */
    void add(String column, RowRandom first) {
        columns.put(column, new RowColumn(column, width(), first, memory, capacity));
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
        return List.copyOf(columns.keySet());
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
            return new TorchTensor(find(ids).rows(column(column)), memory).toHost();
        }
    }

    @Override
    public void write(String column, long[] ids, jfab.training.engine.Tensor values) {
        if (!values.shape().equals(Shape.of(ids.length, width())) || values.type() != DataType.FLOAT32) {
            throw new EngineException(ids.length + " rows of '" + column + "' are not "
                    + values.type().word() + values.shape());
        }
        try (var _ = new PointerScope()) {
            RowColumn target = column(column);
            target.rows(make(ids, find(ids), Set.of(column)).slots(), memory.bring(values));
        }
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    RowColumn column(String name) {
        RowColumn column = columns.get(name);
        if (column == null) {
            throw new EngineException("sparse table '" + name() + "' has no column '" + name + "' but " + columns());
        }
        return column;
    }

    long bytesPerRow() {
        return (long) columns.size() * width() * Float.BYTES;
    }

    /** What the rows that exist take. */
    long bytes() {
        return size() * bytesPerRow();
    }

    RowSlots find(long[] ids) {
        return new RowSlots(ids, slots, memory);
    }

    /**
     * Where the rows lie that were found as {@code found}; those that are missing are made.
     *
     * @param written columns that are about to be written, in which new rows need no first values
     */
    RowSlots make(long[] ids, RowSlots found, Set<String> written) {
        long[] fresh = found.missing();
        if (fresh.length == 0) {
            return found;
        }
        tables.reserve(this, fresh.length);
        grow(size() + fresh.length);
        for (long id : fresh) {
            slots.put(id, slots.size());
        }
        RowSlots made = find(fresh);
        columns.values().stream()
                .filter(column -> !written.contains(column.name()))
                .forEach(column -> column.rows(made.slots(), column.firstRows(fresh)));
        return find(ids);
    }

    private void grow(int needed) {
        if (needed > capacity) {
            capacity = (int) Math.min(Integer.MAX_VALUE, Math.max(needed, 2L * capacity));
            columns.values().forEach(column -> column.grow(capacity, size()));
        }
    }

    @Override
    public void close() {
        columns.values().forEach(RowColumn::close);
    }
}
