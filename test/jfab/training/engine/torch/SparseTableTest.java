package jfab.training.engine.torch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import jfab.training.engine.Device;
import jfab.training.engine.EngineException;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.RowTable;
import jfab.training.engine.Scope;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Initialization;
import jfab.training.program.Initializer;
import jfab.training.program.Layers;
import jfab.training.program.Learning;
import jfab.training.program.ParamAttr;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.optimize.Sgd;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

/** A sparse table in one process: its rows come up as they are touched, and learn as the rows of a dense one would. */
class SparseTableTest {
    private static final long HEIGHT = 50;
    private static final int WIDTH = 4;
    private static final long[][] STEPS = {{3, 7, 7, 3, 49}, {7, 0, 1, 2, 3}, {11, 11, 11, 11, 11}};

    private final Executor executor = Torch.open(new Device.Cpu(), ParameterExchange.none());

    /** A row that gets no gradient stays as it is under SGD, so that a dense table is the reference. */
    @Test
    void sgdChangesTouchedRowsAsThoseOfADenseTable() {
        Program sparse = net(true, Optimizer.of(new Sgd(), 0.1));
        Program dense = net(false, Optimizer.of(new Sgd(), 0.1));
        try (Scope scope = executor.newScope();
                Scope reference = executor.newScope()) {
            executor.run(sparse.startup(1), Map.of(), List.of(), scope);
            executor.run(dense.startup(1), Map.of(), List.of(), reference);
            RowTable table = table(scope);
            HostTensor start = table.read("table", all());
            reference.get("table").write(0, start.bytes(0, (int) start.byteSize()));
            for (long[] ids : STEPS) {
                double own = step(sparse, ids, scope);
                assertEquals(step(dense, ids, reference), own, 1e-6);
            }
            assertArrayEquals(new long[] {0, 1, 2, 3, 7, 11, 49}, table.ids());
            HostTensor expected = HostTensor.zeros(Shape.of(HEIGHT, WIDTH), DataType.FLOAT32);
            expected.write(0, reference.get("table").bytes(0, (int) expected.byteSize()));
            assertArrayEquals(expected.values(), table.read("table", all()).values(), 1e-6);
            assertNotEquals(start.values()[3 * WIDTH], expected.values()[3 * WIDTH]);
        }
    }

    /** Adam in a few lines, for rows that are touched at steps of their own; t counts the steps of the whole table. */
    @Test
    void adamIsLazyAndItsAccumulatorsLieBesideTheRows() {
        Program program = net(true, Optimizer.of(new Adam(), 0.01));
        try (Scope scope = executor.newScope()) {
            executor.run(program.startup(1), Map.of(), List.of(), scope);
            RowTable table = table(scope);
            double[] row = table.read("table", new long[] {7}).values();
            double[] moment = new double[WIDTH];
            double[] square = new double[WIDTH];
            int t = 0;
            for (long[] ids : STEPS) {
                t++;
                double[] gradient = gradient(program, ids, 7, scope);
                for (int i = 0; i < WIDTH && gradient.length > 0; i++) {
                    moment[i] = 0.9 * moment[i] + 0.1 * gradient[i];
                    square[i] = 0.999 * square[i] + 0.001 * gradient[i] * gradient[i];
                    double rate = 0.01 * Math.sqrt(1 - Math.pow(0.999, t)) / (1 - Math.pow(0.9, t));
                    row[i] -= rate * moment[i] / (Math.sqrt(square[i]) + 1e-8);
                }
                assertArrayEquals(row, table.read("table", new long[] {7}).values(), 1e-5, "step " + t);
            }
            assertEquals(List.of("table", "table_moment1_0", "table_moment2_0"), table.columns());
            assertArrayEquals(
                    moment, table.read("table_moment1_0", new long[] {7}).values(), 1e-6);
            assertArrayEquals(
                    new double[WIDTH],
                    table.read("table_moment1_0", new long[] {8}).values());
        }
    }

    @Test
    void rowsBeginWithTheSameNumbersInWhateverOrderTheyComeUp() {
        Program program = net(true, Optimizer.of(new Sgd(), 0.1));
        try (Scope scope = executor.newScope();
                Scope other = executor.newScope()) {
            executor.run(program.startup(5), Map.of(), List.of(), scope);
            executor.run(program.startup(5), Map.of(), List.of(), other);
            double[] all = table(scope).read("table", all()).values();
            table(other).write("table", new long[] {4}, HostTensor.of(Shape.of(1, WIDTH), 1f, 2f, 3f, 4f));
            double[] some = table(other).read("table", new long[] {49, 4, 0}).values();
            assertArrayEquals(Arrays.copyOfRange(all, 49 * WIDTH, 50 * WIDTH), Arrays.copyOf(some, WIDTH));
            assertArrayEquals(new double[] {1, 2, 3, 4}, Arrays.copyOfRange(some, WIDTH, 2 * WIDTH));
            assertArrayEquals(Arrays.copyOf(all, WIDTH), Arrays.copyOfRange(some, 2 * WIDTH, 3 * WIDTH));
            assertEquals(all.length, Arrays.stream(all).distinct().count());
            assertEquals(0, Arrays.stream(all).average().orElseThrow(), 0.15, "U(-1, 1)");
            executor.run(program.startup(6), Map.of(), List.of(), scope);
            assertNotEquals(all[0], table(scope).read("table", all()).values()[0]);
        }
    }

    @Test
    void aTestProgramMakesNoRows() {
        Program program = net(true, Optimizer.of(new Sgd(), 0.1));
        try (Scope scope = executor.newScope()) {
            executor.run(program.startup(1), Map.of(), List.of(), scope);
            double cost = step(program.cloneForTest(), new long[] {1, 2, 3}, scope);
            assertEquals(0, table(scope).size());
            assertEquals(cost, step(program, new long[] {1, 2, 3}, scope));
            assertEquals(3, table(scope).size());
        }
    }

    @Test
    void aBatchWithoutSamplesIsRefusedAndChangesNoRow() {
        Program program = net(true, Optimizer.of(new Adam(), 0.1));
        try (Scope scope = executor.newScope()) {
            executor.run(program.startup(1), Map.of(), List.of(), scope);
            assertThrows(EngineException.class, () -> step(program, new long[0], scope));
            assertEquals(0, table(scope).size());
        }
    }

    @Test
    void anIdOutOfRangeIsOneClearError() {
        Program program = net(true, Optimizer.of(new Sgd(), 0.1));
        try (Scope scope = executor.newScope()) {
            executor.run(program.startup(1), Map.of(), List.of(), scope);
            for (long id : new long[] {50, -1}) {
                EngineException error =
                        assertThrows(EngineException.class, () -> step(program, new long[] {3, id}, scope));
                assertEquals(
                        "sparse table 'table' has rows 0 to 49, and 'ids' asks for row " + id
                                + " at place 1 of its batch, from 0",
                        error.getMessage());
            }
            assertEquals(0, table(scope).size());
        }
    }

    /** 16 bytes per row and as much for each of Adam's moments: 48 bytes. */
    @Test
    void aRowBeyondTheAllowedMemoryIsOneClearError() {
        Program program = net(true, Optimizer.of(new Adam(), 0.1));
        try (Scope scope = executor.newScope()) {
            scope.limitTables(4 * 48);
            executor.run(program.startup(1), Map.of(), List.of(), scope);
            step(program, new long[] {0, 1, 2, 3}, scope);
            step(program, new long[] {3, 0}, scope);
            EngineException error = assertThrows(EngineException.class, () -> step(program, new long[] {3, 4}, scope));
            assertEquals(
                    "sparse table 'table' cannot grow from 4 to 5 rows: with their accumulators the tables of this"
                            + " process would take more than 192 bytes (JFAB_TABLE_MEMORY); use more parameter"
                            + " servers, or allow more",
                    error.getMessage());
        }
    }

    @Test
    void aTableGrowsByMoreRowsThanItsFirstBlockHolds() {
        Program program = net(true, Optimizer.of(new Sgd(), 0.1), 100_000);
        try (Scope scope = executor.newScope()) {
            executor.run(program.startup(1), Map.of(), List.of(), scope);
            double[] start = table(scope).read("table", new long[] {0, 99_999}).values();
            for (long first = 0; first < 3000; first += 500) {
                step(program, LongStream.range(first, first + 500).toArray(), scope);
            }
            assertEquals(3000, table(scope).size());
            double[] rows = table(scope).read("table", new long[] {0, 99_999}).values();
            assertNotEquals(start[0], rows[0]);
            assertEquals(start[WIDTH], rows[WIDTH]);
        }
    }

    @Test
    void nativeMemoryStaysFlat() {
        Program program = net(true, Optimizer.of(new Adam(), 0.1));
        try (Scope scope = executor.newScope()) {
            executor.run(program.startup(1), Map.of(), List.of(), scope);
            step(program, all(), scope);
            long objects = Pointer.totalCount();
            for (int i = 0; i < 200; i++) {
                step(program, new long[] {i % 50, 7}, scope);
                table(scope).read("table", all());
            }
            assertTrue(Pointer.totalCount() - objects < 20, "objects that are kept");
        }
    }

    private double[] gradient(Program program, long[] ids, long id, Scope scope) {
        double[] rows = executor.run(
                        program,
                        Map.of("ids", HostTensor.of(Shape.of(ids.length, 1), ids)),
                        List.of("table@GRAD"),
                        scope)
                .getFirst()
                .values();
        int row = Arrays.binarySearch(Arrays.stream(ids).sorted().distinct().toArray(), id);
        return row < 0 ? new double[0] : Arrays.copyOfRange(rows, row * WIDTH, (row + 1) * WIDTH);
    }

    private double step(Program program, long[] ids, Scope scope) {
        return executor.run(
                        program,
                        Map.of("ids", HostTensor.of(Shape.of(ids.length, 1), ids)),
                        List.of("mean_0.tmp_0"),
                        scope)
                .getFirst()
                .mean();
    }

    private static RowTable table(Scope scope) {
        RowTable table = scope.table("table");
        if (table == null) {
            throw new AssertionError("no table");
        }
        return table;
    }

    private static long[] all() {
        return LongStream.range(0, HEIGHT).toArray();
    }

    private static Program net(boolean sparse, Optimizer optimizer) {
        return net(sparse, optimizer, HEIGHT);
    }

    private static Program net(boolean sparse, Optimizer optimizer, long height) {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable ids = layers.data("ids", Shape.of(1), DataType.INT64);
        ParamAttr table =
                new ParamAttr("table", Initialization.always(new Initializer.Uniform(-1, 1)), Learning.DEFAULT, true);
        Variable rows = layers.dense().embedding(ids, height, WIDTH, sparse, -1, table);
        Variable target = layers.fc(rows, 1, null);
        Variable loss = layers.mean(layers.squareErrorCost(target, layers.fc(rows, 1, null)));
        optimizer.minimize(builder, loss);
        return builder.build();
    }
}
