package jfab.training.engine.torch;

import com.carrotsearch.hppc.LongIntHashMap;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Where rows lie that a step works on, looked up once for all columns of their table; for the native scope of one step. */
final class RowSlots {
    private final long[] ids;
    private final DeviceMemory memory;
    private final long[] missing;
    private final Tensor slots;
    private final long[] knownAt;
    private final long[] unknownAt;

    /**
     * Looks {@code ids} up.
     *
     * @param table slot by id
     * @param memory in which the blocks of the table are
     */
    RowSlots(long[] ids, LongIntHashMap table, DeviceMemory memory) {
        this.ids = ids;
        this.memory = memory;
        long[] known = new long[ids.length];
        knownAt = new long[ids.length];
        long[] unknown = new long[ids.length];
        unknownAt = new long[ids.length];
        int count = 0;
        for (int i = 0; i < ids.length; i++) {
            int slot = table.getOrDefault(ids[i], -1);
            if (slot >= 0) {
                known[count] = slot;
                knownAt[count++] = i;
            } else {
                unknown[i - count] = ids[i];
                unknownAt[i - count] = i;
            }
        }
        missing = Arrays.copyOf(unknown, ids.length - count);
        slots = memory.longs(known, count);
    }

    /** Those ids for which there is no row. */
    long[] missing() {
        return missing;
    }

    /** Where all rows lie; to be asked only where none is missing. */
    Tensor slots() {
        return slots;
    }

    /** A copy of the rows in {@code column}, in the order of the ids; for those that are missing their first values. */
    Tensor rows(RowColumn column) {
        if (missing.length == 0) {
            return column.rows(slots);
        }
        Tensor fresh = column.firstRows(missing);
        if (missing.length == ids.length) {
            return fresh;
        }
        Tensor rows = torch.empty(new long[] {ids.length, fresh.size(1)}, fresh.options(), null);
        rows.index_copy_(0, memory.longs(unknownAt, missing.length), fresh);
        return rows.index_copy_(0, memory.longs(knownAt, ids.length - missing.length), column.rows(slots));
    }
}
