package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import jfab.role.RoleSpec;
import jfab.training.engine.HostTensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two servers and two trainers do what one process does on the same samples. */
class SynchronousTrainingIT {
    private static final int STEPS = 10;

    /** A batch of 15 does not divide evenly: the mean must count samples, not trainers. */
    @ParameterizedTest
    @ValueSource(ints = {20, 15})
    void fitALineOnHalvesEqualsTheWholeBatch(int size) throws Exception {
        Net net = Net.fitALine();
        List<Map<String, HostTensor>> batches = net.batches(STEPS, size, 1);
        List<List<Map<String, HostTensor>>> halves = List.of(Net.share(batches, 0, 2), Net.share(batches, 1, 2));
        List<List<Double>> losses = train(net, 2, halves);
        List<Double> local = LoopbackJob.local(net, batches);
        for (int step = 0; step < STEPS; step++) {
            double mean = 0;
            for (int trainer = 0; trainer < 2; trainer++) {
                mean += losses.get(trainer).get(step)
                        * Net.size(halves.get(trainer).get(step))
                        / size;
            }
            assertEquals(local.get(step), mean, 1e-5, "step " + step);
        }
        assertNotEquals(local.getFirst(), local.getLast(), 1e-3, "the parameters have moved");
    }

    @Test
    void mnistConvOnTheSameBatchesEqualsOneProcess() throws Exception {
        Net net = Net.mnistConv();
        List<Map<String, HostTensor>> batches = net.batches(STEPS, 16, 2);
        List<List<Double>> losses = train(net, 2, List.of(batches, batches));
        List<Double> local = LoopbackJob.local(net, batches);
        for (int step = 0; step < STEPS; step++) {
            assertEquals(local.get(step), losses.get(0).get(step), 1e-5, "step " + step);
            assertEquals(local.get(step), losses.get(1).get(step), 1e-5, "step " + step);
        }
    }

    /** One that has no samples in a step sends nothing ahead. */
    @Test
    void gradientsThatAreSentAheadEqualThoseOfOneProcess() throws Exception {
        Net net = Net.largeLayers();
        List<Map<String, HostTensor>> batches = net.batches(4, 16, 8);
        List<Map<String, HostTensor>> some = new ArrayList<>(batches);
        some.set(2, Net.share(batches, 16, 17).get(2));
        List<Double> local = LoopbackJob.local(net, batches);
        List<List<Double>> losses = train(net, 2, List.of(batches, some));
        for (int step = 0; step < 4; step++) {
            assertEquals(local.get(step), losses.getFirst().get(step), 1e-5, "step " + step);
        }
        assertNotEquals(local.getFirst(), local.getLast(), 1e-3, "the parameters have moved");
    }

    /** batch_norm sees its own trainer's samples only, in the job as in the one process that takes both halves in turn. */
    @Test
    void mnistConvOnHalvesEqualsOneProcessThatAveragesTheHalves() throws Exception {
        Net net = Net.mnistConv();
        List<Map<String, HostTensor>> batches = net.batches(STEPS, 15, 3);
        List<List<Map<String, HostTensor>>> halves = List.of(Net.share(batches, 0, 2), Net.share(batches, 1, 2));
        List<List<Double>> losses = train(net, 2, halves);
        List<List<Double>> expected = new AveragedSteps(net).train(halves);
        for (int step = 0; step < STEPS; step++) {
            assertEquals(expected.get(0).get(step), losses.get(0).get(step), 1e-5, "step " + step);
            assertEquals(expected.get(1).get(step), losses.get(1).get(step), 1e-5, "step " + step);
        }
    }

    /** With three servers one has nothing to keep, and takes part all the same. */
    @Test
    void aServerWithoutSlicesServes() throws Exception {
        Net net = Net.fitALine();
        List<Map<String, HostTensor>> batches = net.batches(3, 4, 4);
        assertEquals(
                LoopbackJob.local(net, batches),
                train(net, 3, List.of(batches, batches)).get(1));
    }

    @Test
    void aTrainerThatHasFewerBatchesLeavesAndTheOtherGoesOn() throws Exception {
        Net net = Net.fitALine();
        List<Map<String, HostTensor>> batches = net.batches(6, 4, 5);
        List<List<Double>> losses = train(net, 2, List.of(batches.subList(0, 2), batches));
        assertEquals(2, losses.get(0).size());
        assertEquals(LoopbackJob.local(net, batches), losses.get(1));
    }

    @Test
    void aTrainerWithoutSamplesInAStepDoesNotCount() throws Exception {
        Net net = Net.fitALine();
        List<Map<String, HostTensor>> batches = net.batches(3, 4, 6);
        List<Map<String, HostTensor>> none = Net.share(batches, 4, 5);
        assertEquals(0, Net.size(none.getFirst()));
        assertEquals(
                LoopbackJob.local(net, batches),
                train(net, 2, List.of(batches, none)).getFirst());
    }

    @Test
    void trainersWithoutNumbersAreNumberedByTheFirstServer() throws Exception {
        Net net = Net.fitALine();
        List<Map<String, HostTensor>> batches = net.batches(3, 4, 7);
        try (LoopbackJob job = new LoopbackJob(net, 2, 3).startServers()) {
            List<Future<List<Double>>> trainers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                trainers.add(job.start(() -> job.train(job.trainer(RoleSpec.UNASSIGNED), batches)));
            }
            for (var trainer : trainers) {
                assertEquals(LoopbackJob.local(net, batches), LoopbackJob.get(trainer));
            }
            job.awaitServers();
        }
    }

    private static List<List<Double>> train(Net net, int servers, List<List<Map<String, HostTensor>>> batches)
            throws Exception {
        try (LoopbackJob job = new LoopbackJob(net, servers, batches.size()).startServers()) {
            List<List<Double>> losses = job.train(batches);
            job.awaitServers();
            return losses;
        }
    }
}
