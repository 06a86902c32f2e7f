package jfab.training.engine.checkpoint;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.RowTable;
import jfab.training.engine.Scope;
import jfab.training.engine.TableRows;
import jfab.training.engine.Tensor;
import jfab.training.program.DataType;
import jfab.training.program.OpType;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/**
 * The sparse tables of a program in a safetensors file.
 *
 * <p>Of a table {@code emb} those rows are there that training has changed: {@code emb@IDS}, int64 {@code [k]}, says which, in
 * ascending order, and {@code emb}, float32 {@code [k, width]}, holds them in this order. Its accumulators, where they are
 * there, are laid out as {@code emb} is. All other rows have their first values.
 */
public final class SavedTables {
    private static final String IDS = "@IDS";

    private SavedTables() {}

    /** The name under which the ids of a table's rows are saved. */
    public static String ids(String table) {
        return table + IDS;
    }

    /**
     * What to write for {@code program}, by name.
     *
     * <p>A trainer of a job asks the parameter servers for the rows while they are being written, so the tensors are usable as long as it
     * is in the job; it gets no accumulators.
     */
    public static Map<String, Tensor> of(Program program, Scope scope, ParameterExchange servers) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (String name : names(program)) {
            RowTable table = scope.table(name);
            if (table == null) {
                remote(program.variable(name), servers, tensors);
            } else {
                local(program, table, tensors);
            }
        }
        return tensors;
    }

    private static void local(Program program, RowTable table, Map<String, Tensor> tensors) {
        long[] ids = table.ids();
        tensors.put(ids(table.name()), HostTensor.of(Shape.of(ids.length), ids));
        Set<String> kept = program.persistables().stream().map(Variable::name).collect(Collectors.toSet());
        table.columns().stream()
                .filter(kept::contains)
                .forEach(column ->
                        tensors.put(column, SavedRows.of(ids, table.width(), rows -> table.read(column, rows))));
    }

    private static void remote(Variable table, ParameterExchange servers, Map<String, Tensor> tensors) {
        long[] ids = servers.touchedRows(table.name());
        int width = Math.toIntExact(table.shape().dimension(1));
        tensors.put(ids(table.name()), HostTensor.of(Shape.of(ids.length), ids));
        tensors.put(table.name(), SavedRows.of(ids, width, rows -> fetched(table.name(), rows, width, servers)));
    }

    /**
     * All rows of a sparse table, also those that have their first values still; each is read when it is written.
     *
     * @param servers who keep the table where this process has none
     */
    static Tensor whole(Variable table, Scope scope, ParameterExchange servers) {
        RowTable local = scope.table(table.name());
        int width = Math.toIntExact(table.shape().dimension(1));
        return SavedRows.all(
                table.shape().dimension(0),
                width,
                rows -> local == null ? fetched(table.name(), rows, width, servers) : local.read(table.name(), rows));
    }

    private static HostTensor fetched(String table, long[] rows, int width, ParameterExchange servers) {
        HostTensor values = HostTensor.zeros(Shape.of(rows.length, width), DataType.FLOAT32);
        servers.prefetch(table, new TableRows(rows, values));
        return values;
    }

    /** Gives the tables of {@code program} in {@code scope}, which its startup program has made, the rows in {@code file}. */
    public static void load(Path file, Program program, Scope scope) {
        if (names(program).isEmpty()) {
            return;
        }
        Map<String, Shape> saved = Safetensors.shapes(file);
        for (String name : names(program)) {
            RowTable table = scope.table(name);
            Shape count = saved.get(ids(name));
            if (table == null || count == null) {
                throw new CheckpointException(
                        file,
                        table == null
                                ? "cannot be loaded before the startup program has made sparse table '" + name + "'"
                                : "has no variable '" + ids(name) + "'; it holds " + saved.keySet());
            }
            HostTensor ids = HostTensor.zeros(count, DataType.INT64);
            Safetensors.read(file, Map.of(ids(name), ids));
            long[] rows = new long[Math.toIntExact(count.elements())];
            ids.bytes(0, Math.toIntExact(ids.byteSize())).asLongBuffer().get(rows);
            for (String column : table.columns()) {
                if (saved.containsKey(column)) {
                    HostTensor values = HostTensor.zeros(Shape.of(rows.length, table.width()), DataType.FLOAT32);
                    Safetensors.read(file, Map.of(column, values));
                    table.write(column, rows, values);
                }
            }
        }
    }

    /** The sparse tables that {@code program} looks rows up in. */
    private static List<String> names(Program program) {
        return program.operators(OpType.Phase.FORWARD).stream()
                .filter(operator -> operator.type() == OpType.PREFETCH)
                .map(operator -> operator.input("W"))
                .distinct()
                .toList();
    }
}
