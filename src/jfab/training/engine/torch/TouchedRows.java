package jfab.training.engine.torch;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import jfab.training.engine.EngineException;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** The rows of one sparse table that a step works on: copies, which become the table's when the step has come to its end. */
final class TouchedRows {
    private final long[] ids;
    private final @Nullable TorchRowTable table;
    private final Map<String, Tensor> columns = new LinkedHashMap<>();
    private @Nullable RowSlots slots;
    private boolean changed;

    /**
     * Rows of {@code table}.
     *
     * @param ids ascending, each once
     */
    TouchedRows(long[] ids, TorchRowTable table) {
        this.ids = ids;
        this.table = table;
    }

    /** Rows that a parameter server has sent, of the table {@code name}. */
    TouchedRows(long[] ids, String name, Tensor rows) {
        this.ids = ids;
        this.table = null;
        columns.put(name, rows);
    }

    long[] ids() {
        return ids;
    }

    boolean has(String column) {
        return columns.containsKey(column) || (table != null && table.has(column));
    }

    /** The rows of {@code column}, for reading. */
    Tensor read(String column) {
        return columns.computeIfAbsent(column, name -> {
            if (table == null) {
                throw new EngineException("'" + name + "' is kept by the parameter servers");
            }
            return found().rows(table.column(name));
        });
    }

    /** The rows of {@code column}, for changing in place. */
    Tensor change(String column) {
        changed = true;
        return read(column);
    }

    /** Where each element of {@code wanted} is among the rows; all of them are there. */
    Tensor positions(Tensor wanted, DeviceMemory memory) {
        return torch.searchsorted(memory.longs(ids, ids.length), wanted.contiguous());
    }

    /** Puts changed rows into the table; from here on all of them exist. */
    void keep() {
        if (table != null && changed && ids.length > 0) {
            Tensor slots = table.make(ids, found(), columns.keySet()).slots();
            columns.forEach((name, rows) -> table.column(name).rows(slots, rows));
        }
    }

    /** {@code ids} in ascending order, each once; their own order is lost. */
    static long[] ascending(long[] ids) {
        Arrays.sort(ids);
        int count = 0;
        for (long id : ids) {
            if (count == 0 || id != ids[count - 1]) {
                ids[count++] = id;
            }
        }
        return Arrays.copyOf(ids, count);
    }

    private RowSlots found() {
        RowSlots known = slots;
        if (known == null) {
            known = Objects.requireNonNull(table).find(ids);
            slots = known;
        }
        return known;
    }
}
