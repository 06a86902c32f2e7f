package jfab.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.engine.HostTensor;
import jfab.program.optimize.Adagrad;
import jfab.program.optimize.Adam;
import jfab.program.optimize.Optimizer;
import jfab.program.optimize.Sgd;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sparse tables over several servers learn as they do in one process. */
class SparseTrainingIT {
    private static final int STEPS = 10;

    /** Ten samples divide unevenly among three trainers: row gradients, too, are averaged by samples. */
    @ParameterizedTest
    @CsvSource({"sgd, 1, 1", "sgd, 2, 3", "adam, 4, 2", "adam, 2, 1", "adagrad, 1, 3"})
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

    private static Optimizer optimizer(String name) {
        return switch (name) {
            case "sgd" -> Optimizer.of(new Sgd(), 0.02);
            case "adagrad" -> Optimizer.of(new Adagrad(1e-6, 0), 0.05);
            default -> Optimizer.of(new Adam(), 0.01);
        };
    }
}
