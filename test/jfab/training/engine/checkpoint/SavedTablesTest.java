package jfab.training.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.RowTable;
import jfab.training.engine.Scope;
import jfab.training.engine.torch.Torch;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Layers;
import jfab.training.program.ParamAttr;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Adagrad;
import jfab.training.program.optimize.Optimizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedTablesTest {
    private static final ParameterExchange ALONE = ParameterExchange.none();

    private final Executor executor = Torch.open(new Device.Cpu(), ALONE);
    private final Program program = program();

    @TempDir
    private Path folder;

    @Test
    void touchedRowsAndTheirAccumulatorsComeBack() {
        Path file = folder.resolve("model.safetensors");
        try (Scope scope = executor.newScope();
                Scope other = executor.newScope()) {
            executor.run(program.startup(1), Map.of(), List.of(), scope);
            step(scope, 7, 3, 9_000_000_000L);
            Safetensors.write(file, SavedTables.of(program, scope, ALONE));
            assertEquals(
                    Map.of("emb@IDS", Shape.of(3), "emb", Shape.of(3, 4), "emb_moment_0", Shape.of(3, 4)),
                    Safetensors.shapes(file));
            executor.run(program.startup(2), Map.of(), List.of(), other);
            SavedTables.load(file, program, other);
            long[] ids = {3, 7, 9_000_000_000L};
            assertArrayEquals(ids, table(other).ids());
            for (String column : table(scope).columns()) {
                assertArrayEquals(
                        table(scope).read(column, ids).values(),
                        table(other).read(column, ids).values());
            }
        }
    }

    @Test
    void aFileWithoutTheTableIsOneClearError() {
        Path file = folder.resolve("model.safetensors");
        Safetensors.write(file, Map.of("other", HostTensor.of(Shape.of(1), 1f)));
        try (Scope scope = executor.newScope()) {
            executor.run(program.startup(1), Map.of(), List.of(), scope);
            CheckpointException error =
                    assertThrows(CheckpointException.class, () -> SavedTables.load(file, program, scope));
            assertEquals(file + ": has no variable 'emb@IDS'; it holds [other]", error.getMessage());
        }
    }

    private void step(Scope scope, long... ids) {
        executor.run(program, Map.of("ids", HostTensor.of(Shape.of(ids.length, 1), ids)), List.of(), scope);
    }

    private static RowTable table(Scope scope) {
        return Objects.requireNonNull(scope.table("emb"));
    }

    private static Program program() {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable ids = layers.data("ids", Shape.of(1), DataType.INT64);
        Variable rows = layers.dense().embedding(ids, 10_000_000_000L, 4, true, -1, ParamAttr.named("emb"));
        Optimizer.of(new Adagrad(1e-6, 0), 0.1).minimize(builder, layers.mean(rows));
        return builder.build();
    }
}
