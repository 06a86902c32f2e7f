package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import jfab.role.RoleSpec;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.RowTable;
import jfab.training.engine.Scope;
import jfab.training.engine.checkpoint.CheckpointException;
import jfab.training.engine.checkpoint.Checkpoints;
import jfab.training.engine.checkpoint.Part;
import jfab.training.engine.checkpoint.Parts;
import jfab.training.engine.checkpoint.Piece;
import jfab.training.engine.torch.Torch;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.Layers;
import jfab.training.program.ParamAttr;
import jfab.training.program.Program;
import jfab.training.program.ProgramDigest;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Optimizer;
import jfab.training.ps.job.CheckpointSettings;
import jfab.training.ps.job.DurableTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that trains sparse tables alone, is interrupted, and goes on from its checkpoint. */
class HistoryTest {
    private static final int STEPS = 10;
    private static final int INTERRUPTED = 6;
    private static final int SAVED = 4;

    private final Executor executor = Torch.open(new Device.Cpu(), ParameterExchange.none());
    private final Program program;
    private final String loss;
    private final List<String> console = new ArrayList<>();
    private long now;
    /** What each look at the clock takes. */
    private long ticks;

    @TempDir
    private Path folder;

    HistoryTest() {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable ids = layers.data("ids", Shape.of(1), DataType.INT64);
        Variable rows = layers.dense().embedding(ids, 1_000_000_000, 4, true, -1, ParamAttr.named("emb"));
        Variable cost = layers.mean(layers.fc(layers.fc(rows, 3, null), 1, null));
        Optimizer.of(new Adam(), 0.05).minimize(builder, cost);
        program = builder.build();
        loss = cost.name();
    }

    @Test
    void interruptedAndResumedIsUninterrupted() {
        try (Scope whole = scope();
                Scope interrupted = scope();
                Scope resumed = scope()) {
            List<Double> expected = train(whole, folder.resolve("other"), STEPS);
            train(interrupted, folder.resolve("kept"), INTERRUPTED);
            assertEquals(expected, train(resumed, folder.resolve("kept"), STEPS));
            assertEquals(
                    List.of(
                            "going on after step " + SAVED,
                            "repeating what the program itself does in the steps before, which are not trained again"),
                    console);
            RowTable table = table(whole);
            assertArrayEquals(table.ids(), table(resumed).ids());
            assertEquals(List.of("emb", "emb_moment1_0", "emb_moment2_0"), table.columns());
            for (String column : table.columns()) {
                assertArrayEquals(
                        table.read(column, table.ids()).values(),
                        table(resumed).read(column, table.ids()).values(),
                        column);
            }
        }
    }

    @Test
    void aLongWayBackIsToldOnTheWay() {
        try (Scope interrupted = scope();
                Scope resumed = scope()) {
            train(interrupted, folder, 2 * SAVED);
            ticks = TimeUnit.SECONDS.toNanos(4);
            train(resumed, folder, STEPS);
            assertEquals(
                    List.of("repeating: 2 of 8 steps, about 24 s left", "repeating: 5 of 8 steps, about 12 s left"),
                    console.stream().filter(line -> line.contains(" of ")).toList());
        }
    }

    /** Else its last words and its model would be missing without a word. */
    @Test
    void aScriptThatEndsBeforeItsCheckpointHasFailed() {
        try (Scope interrupted = scope();
                Scope shorter = scope()) {
            train(interrupted, folder, 2 * SAVED);
            CheckpointException refused = assertThrows(CheckpointException.class, () -> train(shorter, folder, 3));
            assertTrue(
                    String.valueOf(refused.getMessage())
                            .contains("has ended after 3 of the 8 steps that its checkpoint has"),
                    refused::getMessage);
        }
    }

    /** As of a job whose trainer 0 was gone before it had kept its part. */
    @Test
    void goesBackToACheckpointThatSaysHowFarTheScriptWas() {
        try (Scope whole = scope();
                Scope resumed = scope()) {
            keepOnlyAServersPart();
            assertEquals(train(whole, folder.resolve("other"), STEPS), train(resumed, folder.resolve("kept"), STEPS));
            assertEquals("going on after step " + SAVED, console.getFirst());
        }
    }

    @Test
    void takesTheValuesOfServersWhereNoCheckpointSaysHowFarTheScriptWas() {
        try (Scope whole = scope();
                Scope resumed = scope()) {
            keepOnlyAServersPart().discardAfter(0, List.of((long) SAVED));
            List<Double> expected = train(whole, folder.resolve("other"), STEPS);
            List<Double> losses = train(resumed, folder.resolve("kept"), STEPS);
            assertEquals(expected.subList(2 * SAVED, STEPS), losses.subList(2 * SAVED, STEPS));
            assertTrue(losses.subList(0, 2 * SAVED).stream().allMatch(own -> own.isNaN()), losses::toString);
            assertEquals("going on after step " + 2 * SAVED, console.getFirst());
            assertEquals(
                    "what these steps gave is not kept on this host: the program is given NaN for it",
                    console.getLast());
        }
    }

    /** As where a job had another number of trainers: the losses are those of another one's samples. */
    @Test
    void whoGoesOnFromThePartOfAnotherIsToldSo() throws IOException {
        try (Scope interrupted = scope();
                Scope resumed = scope()) {
            train(interrupted, folder, SAVED);
            Path checkpoint = folder.resolve("checkpoint_" + SAVED);
            Path written = checkpoint.resolve("local.json");
            Files.move(checkpoint.resolve("local.safetensors"), checkpoint.resolve("trainer-0-of-2.safetensors"));
            Files.writeString(
                    checkpoint.resolve("trainer-0-of-2.json"),
                    Files.readString(written).replace("\"local\"", "\"trainer-0-of-2\""));
            Files.delete(written);
            train(resumed, folder, STEPS);
            assertEquals(
                    "these steps give back what they gave trainer-0-of-2, with its samples: of local nothing is kept here",
                    console.getLast());
        }
    }

    /** Of the newer one of two checkpoints, in {@code kept}. */
    private Checkpoints keepOnlyAServersPart() {
        Checkpoints checkpoints = settings(folder.resolve("kept")).checkpoints();
        try (Scope interrupted = scope()) {
            train(interrupted, folder.resolve("kept"), 2 * SAVED);
            checkpoints.discardAfter(SAVED);
            checkpoints.write(new Part(
                    Part.server(0, 1),
                    2 * SAVED,
                    ProgramDigest.of(program),
                    2 * SAVED,
                    2,
                    new OwnValues(program, interrupted)
                            .pieces().stream().map(Piece::copy).toList()));
        }
        return checkpoints;
    }

    @Test
    void theServersOfAJobTakeTheirRowsFromIt() {
        try (Scope alone = scope();
                Scope first = scope();
                Scope second = scope()) {
            train(alone, folder, SAVED);
            List<Scope> servers = List.of(first, second);
            Parts parts = settings(folder).checkpoints().open(SAVED, ProgramDigest.of(program), Part.LOCAL);
            for (int server = 0; server < 2; server++) {
                DurableTable shard = new DurableTable(table(servers.get(server)), server, 2);
                assertTrue(shard.restorable(parts));
                shard.restore(parts);
            }
            assertFalse(table(first).ids().length == 0 || table(second).ids().length == 0, "both have some");
            long[] all = LongStream.concat(
                            LongStream.of(table(first).ids()),
                            LongStream.of(table(second).ids()))
                    .sorted()
                    .toArray();
            assertArrayEquals(table(alone).ids(), all);
        }
    }

    /** The losses until step {@code end}; a checkpoint every {@link #SAVED} steps. */
    private List<Double> train(Scope scope, Path kept, int end) {
        List<Double> losses = new ArrayList<>();
        CheckpointTimes times = new CheckpointTimes(settings(kept));
        ResumePoint origin = new ResumePoint(RoleSpec::local, times, false, console::add);
        try (History history =
                new History(RoleSpec::local, origin, times, () -> {}, console::add, () -> now += ticks)) {
            for (int step = 0; step < end; step++) {
                List<HostTensor> values = history.replay(program, scope, List.of(loss));
                if (values == null) {
                    values = executor.run(program, Map.of("ids", ids(step)), List.of(loss), scope);
                    history.ran(program, scope, values, 0);
                }
                losses.add(values.getFirst().mean());
            }
            history.checkEnd();
        }
        return losses;
    }

    private static CheckpointSettings settings(Path kept) {
        return new CheckpointSettings(kept, SAVED, Duration.ZERO, 3);
    }

    private Scope scope() {
        Scope scope = executor.newScope();
        executor.run(program.startup(3), Map.of(), List.of(), scope);
        return scope;
    }

    private static RowTable table(Scope scope) {
        return scope.tables().iterator().next();
    }

    /** Rows that come again, and in each step one that has not been there. */
    private static HostTensor ids(int step) {
        return HostTensor.of(Shape.of(3, 1), step % 3, 7L * step, 999_999_000L + step);
    }
}
