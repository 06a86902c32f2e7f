package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Scope;
import jfab.training.engine.checkpoint.CheckpointException;
import jfab.training.engine.torch.Torch;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.transpile.DistributeTranspilerConfig;
import jfab.training.program.transpile.DistributedPrograms;
import jfab.training.program.transpile.TrainingMode;
import jfab.training.ps.job.CheckpointSettings;
import jfab.training.ps.job.FaultSettings;
import jfab.training.ps.job.OnFailure;
import jfab.training.ps.job.ParameterServerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A job that goes on from the checkpoint of another one: same parameters, accumulators and rows, however they are cut. */
class RestoreIT {
    private static final int BATCH = 12;
    private static final Net NET = SparseNet.with(Optimizer.of(new Adam(), 0.01));
    private static final List<Map<String, HostTensor>> BATCHES = SparseNet.batches(8, BATCH, 1);
    private static final List<Double> LOCAL = LoopbackJob.local(NET, BATCHES);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"2, 2, 2, 2", "2, 2, 3, 1", "3, 1, 1, 3"})
    void otherNumbersOfServersAndTrainersGoOnWhereTheFirstWere(
            int servers, int trainers, int nextServers, int nextTrainers) throws Exception {
        assertLosses(0, 6, train(servers, trainers, 6));
        assertTrue(Files.exists(folder.resolve("checkpoint_4")), "the checkpoint after step 4");
        assertLosses(4, 8, train(nextServers, nextTrainers, 8));
    }

    static List<TrainingMode> modesWithoutSteps() {
        return List.of(
                new TrainingMode.Asynchronous(0),
                new TrainingMode.Asynchronous(1.5),
                new TrainingMode.DelayCompensated(1),
                new TrainingMode.BoundedStaleness(2));
    }

    /** Alone, a trainer takes the steps of one process in these modes as well. */
    @ParameterizedTest
    @MethodSource("modesWithoutSteps")
    void otherNumbersOfServersGoOnWithTheSameValuesInEveryMode(TrainingMode mode) throws Exception {
        DistributeTranspilerConfig config =
                DistributeTranspilerConfig.standard().with(mode);
        try (LoopbackJob job = job(NET, 2, 1).with(config).startServers()) {
            assertLosses(0, 6, train(job, NET, BATCHES, 1, 4, 6));
            job.awaitServers();
        }
        try (LoopbackJob job = job(NET, 3, 1).with(config).startServers()) {
            assertLosses(4, 8, train(job, NET, BATCHES, 1, 4, 8));
            job.awaitServers();
        }
    }

    /** Nobody waits while the checkpoint is taken: each trainer is where it is, and each server's values are of another moment. */
    @ParameterizedTest
    @MethodSource("modesWithoutSteps")
    void theLossGoesOnFallingFromACheckpointThatIsTakenWhileTrainersRun(TrainingMode mode) throws Exception {
        DistributeTranspilerConfig config =
                DistributeTranspilerConfig.standard().with(mode);
        Net net = Net.fitALine(0.01);
        List<Map<String, HostTensor>> batches = ModeTrainingIT.lines(80, 10);
        double first;
        try (LoopbackJob job = job(net, 2, 2).with(config).startServers()) {
            List<List<Double>> losses = train(job, net, batches, 2, 20, 30);
            first = mean(losses.getFirst().subList(0, 5));
            job.awaitServers();
        }
        try (LoopbackJob job = job(net, 3, 2).with(config).startServers()) {
            List<List<Double>> losses = train(job, net, batches, 2, 20, 80);
            job.awaitServers();
            for (List<Double> own : losses) {
                assertEquals(60, own.size(), "steps that were made");
                double resumed = mean(own.subList(0, 5));
                double end = mean(own.subList(50, 60));
                // Which step the checkpoint is of, is chance as well.
                assertTrue(resumed < 0.75 * first, "training went on at " + resumed + " and had begun at " + first);
                assertTrue(end < resumed / 4, "training went on at " + resumed + " and ended at " + end);
            }
        }
    }

    private static double mean(List<Double> losses) {
        return losses.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    @Test
    void aDamagedPartEndsTheJobWithItsName() throws Exception {
        train(2, 1, 6);
        Path part = folder.resolve("checkpoint_4/server-1-of-2.safetensors");
        byte[] bytes = Files.readAllBytes(part);
        bytes[bytes.length - 1]++;
        Files.write(part, bytes);
        try (LoopbackJob job = job(NET, 2, 1).startServers()) {
            Future<List<Double>> trainer = job.start(() -> steps(job, NET, BATCHES, 0, 4, 8));
            String message = part + ": is damaged: its content is not what was written";
            assertEquals(
                    message,
                    assertThrows(
                                    CheckpointException.class,
                                    () -> LoopbackJob.get(job.servers().get(1)))
                            .getMessage());
            assertEquals(
                    "parameter server " + job.endpoints().get(1) + " failed: " + message,
                    assertThrows(ParameterServerException.class, () -> LoopbackJob.get(trainer))
                            .getMessage());
        }
    }

    private void assertLosses(int from, int to, List<List<Double>> losses) {
        for (int step = from; step < to; step++) {
            double sum = 0;
            for (List<Double> own : losses) {
                assertEquals(to - from, own.size(), "steps that were made");
                sum += own.get(step - from);
            }
            // All trainers have the same number of samples.
            assertEquals(LOCAL.get(step), sum / losses.size(), 1e-5, "step " + step);
        }
    }

    /** The losses of each trainer's steps until {@code end}; after step 4 there is a checkpoint. */
    private List<List<Double>> train(int servers, int trainers, int end) throws Exception {
        try (LoopbackJob job = job(NET, servers, trainers).startServers()) {
            List<List<Double>> losses = train(job, NET, BATCHES, trainers, 4, end);
            job.awaitServers();
            return losses;
        }
    }

    /** As {@link #train(int, int, int)}, with a checkpoint after step {@code mark}. */
    private static List<List<Double>> train(
            LoopbackJob job, Net net, List<Map<String, HostTensor>> batches, int trainers, long mark, int end)
            throws Exception {
        List<Future<List<Double>>> running = new ArrayList<>();
        for (int rank = 0; rank < trainers; rank++) {
            int own = rank;
            running.add(job.start(() -> steps(job, net, batches, own, mark, end)));
        }
        List<List<Double>> losses = new ArrayList<>();
        for (Future<List<Double>> trainer : running) {
            losses.add(LoopbackJob.get(trainer));
        }
        return losses;
    }

    private LoopbackJob job(Net net, int servers, int trainers) {
        CheckpointSettings checkpoints = new CheckpointSettings(folder, 0, Duration.ZERO, 3);
        FaultSettings faults = new FaultSettings(OnFailure.STOP, Duration.ofSeconds(7), checkpoints);
        return new LoopbackJob(net, servers, trainers, Duration.ofSeconds(30), faults);
    }

    private static List<Double> steps(
            LoopbackJob job, Net net, List<Map<String, HostTensor>> all, int rank, long mark, int end) {
        var role = job.trainer(rank);
        DistributedPrograms programs = job.programs(role);
        List<Map<String, HostTensor>> batches = Net.share(all, rank, role.trainers());
        List<Double> losses = new ArrayList<>();
        try (ParameterClient client = new ParameterClient(role, job.settings("secret"))) {
            Executor executor = Torch.open(new Device.Cpu(), client);
            try (Scope scope = executor.newScope()) {
                executor.run(programs.trainerStartup(), Map.of(), List.of(), scope);
                for (int step = Math.toIntExact(client.marked()); step < end; step++) {
                    if (rank == 0 && step == mark - 1) {
                        client.mark();
                    }
                    losses.add(executor.run(programs.trainer(), batches.get(step), List.of(net.loss()), scope)
                            .getFirst()
                            .mean());
                }
            }
        }
        return losses;
    }
}
