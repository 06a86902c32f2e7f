package jfab.training.engine.torch;

import java.util.Map;
import jfab.training.engine.EngineException;
import org.bytedeco.javacpp.Pointer;

/** How much memory the sparse tables of a process may take, with their accumulators. */
final class TableMemory {
    /** In MB of a million bytes. */
    static final String VARIABLE = "JFAB_TABLE_MEMORY";

    private static final long MEGABYTE = 1_000_000;

    private TableMemory() {}

    /** What {@code JFAB_TABLE_MEMORY} allows, in bytes; without it nine tenths of the machine's memory. */
    static long limit(Map<String, String> environment) {
        String value = environment.getOrDefault(VARIABLE, "");
        if (value.isBlank()) {
            return Pointer.totalPhysicalBytes() / 10 * 9;
        }
        if (!value.matches("[1-9]\\d{0,11}")) {
            throw new EngineException(VARIABLE + ": '" + value + "' is not a number of megabytes");
        }
        return Long.parseLong(value) * MEGABYTE;
    }
}
