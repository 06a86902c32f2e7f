package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import jfab.training.engine.Device;
import jfab.training.engine.EngineException;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.RowTable;
import jfab.training.engine.Scope;
import jfab.training.engine.TableRows;
import jfab.training.engine.checkpoint.ModelFolder;
import jfab.training.engine.checkpoint.Safetensors;
import jfab.training.engine.checkpoint.SavedTables;
import jfab.training.engine.torch.Torch;
import jfab.training.program.DataType;
import jfab.training.program.InferenceModel;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.transpile.DistributeTranspiler;
import jfab.training.program.transpile.DistributedPrograms;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.MessageCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of sparse tables travels, and what trainer 0 gets of them. */
class SparseWireIT {
    private static final int ROW = SparseNet.WIDTH * Float.BYTES;

    /** Each server's question names its ids, each answer has its rows, each push both; and besides that some bytes per message. */
    @Test
    void onlyTouchedRowsTravel() throws Exception {
        long[] ids = LongStream.range(0, 100).map(i -> i * 9_999_999).toArray();
        TableRows rows = new TableRows(ids, HostTensor.zeros(Shape.of(ids.length, SparseNet.WIDTH), DataType.FLOAT32));
        long asked = 0;
        long pushed = 0;
        for (int server = 0; server < 4; server++) {
            asked += bytes(new RowClient.Share(rows, server, 4).questions("items"));
            pushed += bytes(new RowClient.Share(rows, server, 4).gradients("items"));
        }
        assertTrue(asked >= 100 * 8 && asked < 100 * 8 + 4 * 32, "a question: " + asked);
        assertTrue(pushed >= 100 * (8 + ROW) && pushed < 100 * (8 + ROW) + 4 * 32, "a push: " + pushed);
    }

    private static long bytes(Iterator<Message> messages) throws Exception {
        long bytes = 0;
        while (messages.hasNext()) {
            bytes += new MessageCodec().stream(messages.next()).available();
        }
        return bytes;
    }

    /** Of a billion rows those that were touched are written; the trainer itself has no table. */
    @Test
    void trainerZeroSavesWhatTheServersHave(@TempDir Path folder) throws Exception {
        Net net = SparseNet.with(Optimizer.of(new Adam(), 0.01));
        List<Map<String, HostTensor>> batches = SparseNet.batches(3, 10, 1);
        try (LoopbackJob job = new LoopbackJob(net, 3, 1).startServers();
                ParameterClient client = job.joined(0)) {
            DistributedPrograms programs = new DistributeTranspiler(job.trainer(0)).transpile(net.program(), 7);
            Executor executor = Torch.open(new Device.Cpu(), client);
            try (Scope scope = executor.newScope()) {
                run(executor, programs.trainerStartup(), programs.trainer(), batches, scope);
                assertTrue(scope.tables().isEmpty());
                double cost = test(executor, net, batches.getFirst(), scope);
                Path file = folder.resolve("model.safetensors");
                Safetensors.write(file, SavedTables.of(programs.trainer(), scope, client));
                InferenceModel model = InferenceModel.of(
                        net.program(), List.of("user"), List.of(net.program().variable("embedding_0.tmp_0")));
                new ModelFolder(folder.resolve("inference")).save(model, scope, client);
                compare(net, batches, file, cost);
            }
        }
    }

    private static void compare(Net net, List<Map<String, HostTensor>> batches, Path file, double cost) {
        Executor alone = Torch.open(new Device.Cpu(), ParameterExchange.none());
        try (Scope scope = alone.newScope();
                Scope loaded = alone.newScope()) {
            run(alone, net.program().startup(7), net.program(), batches, scope);
            assertEquals(test(alone, net, batches.getFirst(), scope), cost, 1e-5, "a test program on a trainer");
            alone.run(net.program().startup(8), Map.of(), List.of(), loaded);
            SavedTables.load(file, net.program(), loaded);
            InferenceModel model = new ModelFolder(file.resolveSibling("inference")).load(loaded);
            long[] users = LongStream.range(0, SparseNet.USERS).toArray();
            Map<String, HostTensor> feed = Map.of("user", HostTensor.of(Shape.of(users.length, 1), users));
            assertArrayEquals(
                    Objects.requireNonNull(scope.table("users"))
                            .read("users", users)
                            .values(),
                    alone.run(model.program(), feed, model.fetches(), loaded)
                            .getFirst()
                            .values(),
                    1e-5);
            for (RowTable table : scope.tables()) {
                RowTable other = Objects.requireNonNull(loaded.table(table.name()));
                assertArrayEquals(table.ids(), other.ids());
                assertArrayEquals(
                        table.read(table.name(), table.ids()).values(),
                        other.read(table.name(), table.ids()).values(),
                        1e-5);
            }
        }
    }

    private static void run(
            Executor executor, Program startup, Program program, List<Map<String, HostTensor>> batches, Scope scope) {
        executor.run(startup, Map.of(), List.of(), scope);
        batches.forEach(batch -> executor.run(program, batch, List.of(), scope));
    }

    private static double test(Executor executor, Net net, Map<String, HostTensor> batch, Scope scope) {
        return executor.run(net.program().cloneForTest(), batch, List.of(net.loss()), scope)
                .getFirst()
                .mean();
    }

    @Test
    void aMessageThatNamesNoTableOfTheJobIsRefused() throws Exception {
        Net net = Net.fitALine();
        try (LoopbackJob job = new LoopbackJob(net, 1, 1).startServers();
                ParameterClient client = job.joined(0)) {
            ParameterServerException error =
                    assertThrows(ParameterServerException.class, () -> client.touchedRows("items"));
            assertTrue(
                    String.valueOf(error.getMessage())
                            .contains("sent a message about 'items', which is no sparse table of this job"),
                    error.getMessage());
        }
    }

    /** 40 users and 20 items in rows of 96 bytes with Adam's moments; a process may hold 45. */
    @Test
    void aTableThatIsTooLargeForOneProcessFitsOnTwoServers() throws Exception {
        Net net = SparseNet.with(Optimizer.of(new Adam(), 0.01));
        List<Map<String, HostTensor>> batches = SparseNet.batches(8, 40, 1);
        long allowed = 45 * 3 * ROW;
        try (LoopbackJob small = new LoopbackJob(net, 1, 1).limitTables(allowed).startServers();
                LoopbackJob large =
                        new LoopbackJob(net, 2, 1).limitTables(allowed).startServers()) {
            String alone = String.valueOf(assertThrows(EngineException.class, () -> small.alone(batches))
                    .getMessage());
            assertTrue(alone.endsWith("(JFAB_TABLE_MEMORY); use more parameter servers, or allow more"), alone);
            String job =
                    String.valueOf(assertThrows(ParameterServerException.class, () -> small.train(List.of(batches)))
                            .getMessage());
            assertTrue(job.contains("parameter server " + small.endpoints().getFirst() + " failed: "), job);
            assertTrue(job.endsWith(alone.substring(alone.indexOf(" rows: "))), job);
            assertEquals(8, large.train(List.of(batches)).getFirst().size());
            large.awaitServers();
        }
    }
}
