package jfab.training.engine.torch;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import jfab.training.engine.EngineException;
import jfab.training.program.Operator;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/** The sparse tables of a scope, and how much memory they may take together. */
final class TorchTables implements AutoCloseable {
    /** How much memory the tables of a process may take, in MB of a million bytes. */
    private static final String MEMORY = "JFAB_TABLE_MEMORY";

    private static final long MEGABYTE = 1_000_000;

    private final DeviceMemory memory;
    private final Map<String, TorchRowTable> tables = new LinkedHashMap<>();
    private long limit = Long.MAX_VALUE;

    TorchTables(DeviceMemory memory) {
        this.memory = memory;
    }

    /** What {@code JFAB_TABLE_MEMORY} allows, in bytes; without it nine tenths of the memory in which they are, of the machine or of its GPU. */
    static long limit(Map<String, String> environment, DeviceMemory memory) {
        String value = environment.getOrDefault(MEMORY, "");
        if (value.isBlank()) {
            return memory.bytes() / 10 * 9;
        }
        if (!value.matches("[1-9]\\d{0,11}")) {
            throw new EngineException(MEMORY + ": '" + value + "' is not a number of megabytes");
        }
        return Long.parseLong(value) * MEGABYTE;
    }

    @Nullable
    TorchRowTable find(String name) {
        return tables.get(name);
    }

    Collection<TorchRowTable> all() {
        return tables.values();
    }

    /** An empty table, or an accumulator beside the rows of one, as the startup operator FILL_ROWS says. */
    void create(Operator fillRows, Variable variable) {
        String name = fillRows.text("table");
        if (variable.name().equals(name)) {
            TorchRowTable table = new TorchRowTable(variable, memory, this);
            TorchRowTable former = tables.put(name, table);
            if (former != null) {
                former.close();
            }
        }
        TorchRowTable table = tables.get(name);
        if (table == null) {
            throw new EngineException("'" + variable.name() + "' belongs to the rows of sparse table '" + name
                    + "', which does not exist");
        }
        table.add(variable.name(), RowRandom.of(fillRows));
    }

    void limit(long bytes) {
        limit = bytes;
    }

    /** Refuses {@code more} rows for {@code table} where they do not fit in memory any more. */
    void reserve(TorchRowTable table, int more) {
        long used = tables.values().stream().mapToLong(TorchRowTable::bytes).sum();
        if (used + more * table.bytesPerRow() > limit) {
            throw new EngineException("sparse table '" + table.name() + "' cannot grow from " + table.size() + " to "
                    + (table.size() + more)
                    + " rows: with their accumulators the tables of this process would take more than "
                    + limit + " bytes (" + MEMORY + "); use more parameter servers, or allow more");
        }
    }

    @Override
    public void close() {
        tables.values().forEach(TorchRowTable::close);
        tables.clear();
    }
}
