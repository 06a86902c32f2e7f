package jfab.training.engine.torch;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** The sparse tables that a step works on, by name. */
final class TouchedTables {
    private final TorchTables tables;
    private final Map<String, TouchedRows> touched = new LinkedHashMap<>();

    TouchedTables(TorchTables tables) {
        this.tables = tables;
    }

    /** The table of this process, or null where the parameter servers keep it. */
    @Nullable
    TorchRowTable local(String table) {
        return tables.find(table);
    }

    TouchedRows put(String table, TouchedRows rows) {
        touched.put(table, rows);
        return rows;
    }

    /** The rows of {@code table}, if it is a sparse one. */
    @Nullable
    TouchedRows find(String table) {
        return touched.get(table);
    }

    /** The rows of a table or an accumulator, to be changed in place; null if {@code column} belongs to no sparse table. */
    @Nullable
    Tensor rows(String column) {
        for (TouchedRows rows : touched.values()) {
            if (rows.has(column)) {
                return rows.change(column);
            }
        }
        return null;
    }

    void keep() {
        touched.values().forEach(TouchedRows::keep);
    }
}
