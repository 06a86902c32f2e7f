package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.training.engine.EngineException;
import jfab.training.engine.HostTensor;
import jfab.training.program.Shape;
import jfab.training.program.optimize.Adagrad;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.optimize.Sgd;
import jfab.training.program.transpile.DistributeTranspilerConfig;
import jfab.training.program.transpile.TrainingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sparse tables over several servers learn as they do in one process. */
class SparseTrainingIT {
    private static final int STEPS = 10;

    /** Ten samples divide unevenly among three trainers: row gradients, too, are averaged by samples. */
    @ParameterizedTest
    @CsvSource({
        "sgd, 1, 1", "adagrad, 2, 1", "adam, 4, 1",
        "adam, 1, 2", "sgd, 2, 2", "adagrad, 4, 2",
        "adagrad, 1, 3", "adam, 2, 3", "sgd, 4, 3",
    })
    void aJobEqualsOneProcess(String optimizer, int servers, int trainers) throws Exception {
        Net net = SparseNet.with(optimizer(optimizer));
        List<Map<String, HostTensor>> batches = SparseNet.batches(STEPS, 10, 1);
        List<List<Map<String, HostTensor>>> shares = new ArrayList<>();
        for (int trainer = 0; trainer < trainers; trainer++) {
            shares.add(Net.share(batches, trainer, trainers));
        }
        List<Double> local = LoopbackJob.local(net, batches);
        try (LoopbackJob job = new LoopbackJob(net, servers, trainers).startServers()) {
            List<List<Double>> losses = job.train(shares);
            job.awaitServers();
            for (int step = 0; step < STEPS; step++) {
                double mean = 0;
                for (int trainer = 0; trainer < trainers; trainer++) {
                    mean += losses.get(trainer).get(step)
                            * Net.size(shares.get(trainer).get(step))
                            / 10;
                }
                assertEquals(local.get(step), mean, 1e-5, "step " + step);
            }
        }
        assertNotEquals(local.getFirst(), local.getLast(), 1e-3, "the parameters have moved");
    }

    /** In the modes in which no gradient waits for another, one trainer still does what one process does. */
    @ParameterizedTest
    @MethodSource("modes")
    void oneTrainerInAnyModeEqualsOneProcess(TrainingMode mode) throws Exception {
        Net net = SparseNet.with(optimizer("adagrad"));
        List<Map<String, HostTensor>> batches = SparseNet.batches(STEPS, 10, 2);
        DistributeTranspilerConfig config =
                DistributeTranspilerConfig.standard().with(mode);
        try (LoopbackJob job = new LoopbackJob(net, 2, 1).with(config).startServers()) {
            List<Double> losses = job.train(List.of(batches)).getFirst();
            job.awaitServers();
            assertClose(LoopbackJob.local(net, batches), losses);
        }
    }

    static List<TrainingMode> modes() {
        return List.of(new TrainingMode.Asynchronous(0), new TrainingMode.BoundedStaleness(2));
    }

    /** Two trainers with the same samples: the original summed their row gradients, which would double the step. */
    @Test
    void rowGradientsAreAveragedAndNotSummed() throws Exception {
        Net net = SparseNet.with(optimizer("sgd"));
        List<Map<String, HostTensor>> batches = SparseNet.batches(STEPS, 10, 3);
        try (LoopbackJob job = new LoopbackJob(net, 2, 2).startServers()) {
            List<List<Double>> losses = job.train(List.of(batches, batches));
            job.awaitServers();
            assertClose(LoopbackJob.local(net, batches), losses.getFirst());
        }
    }

    /** A trainer without samples in some steps, and one that leaves early. */
    @Test
    void emptyBatchesAndUnevenEndsDoNotCount() throws Exception {
        Net net = SparseNet.with(optimizer("adam"));
        List<Map<String, HostTensor>> batches = SparseNet.batches(STEPS, 10, 4);
        List<Map<String, HostTensor>> none = Net.share(batches, 10, 11);
        assertEquals(0, Net.size(none.getFirst()));
        try (LoopbackJob job = new LoopbackJob(net, 2, 2).startServers()) {
            List<List<Double>> losses = job.train(List.of(batches, none.subList(0, 4)));
            job.awaitServers();
            assertClose(LoopbackJob.local(net, batches), losses.getFirst());
        }
    }

    @Test
    void aBadIdEndsTheJobWithTableIdAndSize() throws Exception {
        Net net = SparseNet.with(optimizer("sgd"));
        Map<String, HostTensor> batch = new HashMap<>(SparseNet.batches(1, 2, 5).getFirst());
        batch.put("user", HostTensor.of(Shape.of(2, 1), 0L, 40L));
        try (LoopbackJob job = new LoopbackJob(net, 1, 1).startServers()) {
            EngineException error = assertThrows(EngineException.class, () -> job.train(List.of(List.of(batch))));
            assertEquals(
                    "sparse table 'users' has rows 0 to 39, and 'user' asks for row 40 at place 1 of its batch, from 0",
                    error.getMessage());
        }
    }

    private static void assertClose(List<Double> expected, List<Double> losses) {
        for (int step = 0; step < STEPS; step++) {
            assertEquals(expected.get(step), losses.get(step), 1e-5, "step " + step);
        }
    }

    private static Optimizer optimizer(String name) {
        return switch (name) {
            case "sgd" -> Optimizer.of(new Sgd(), 0.02);
            case "adagrad" -> Optimizer.of(new Adagrad(1e-6, 0), 0.05);
            default -> Optimizer.of(new Adam(), 0.01);
        };
    }
}
