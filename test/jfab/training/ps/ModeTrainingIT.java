package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import jfab.digits.DigitGenerator;
import jfab.training.data.Column;
import jfab.training.data.Digits;
import jfab.training.data.Reader;
import jfab.training.data.Sample;
import jfab.training.engine.HostTensor;
import jfab.training.program.Shape;
import jfab.training.program.transpile.Compression;
import jfab.training.program.transpile.DistributeTranspilerConfig;
import jfab.training.program.transpile.TrainingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** In every mode two trainers that share the batches learn about as much as one process that takes all of them. */
class ModeTrainingIT {
    @TempDir
    Path folder;

    static List<TrainingMode> modes() {
        return List.of(
                new TrainingMode.Synchronous(),
                new TrainingMode.Asynchronous(0),
                new TrainingMode.Asynchronous(1.5),
                new TrainingMode.DelayCompensated(1),
                new TrainingMode.BoundedStaleness(2));
    }

    /** The margin: a tenth of what there is to learn. */
    @ParameterizedTest
    @MethodSource("modes")
    void fitALineReachesTheLocalLoss(TrainingMode mode) throws Exception {
        reachesLocalLoss(config(mode), Net.fitALine(0.02), lines(240, 10), 0.1);
    }

    @ParameterizedTest
    @CsvSource({"true, 0", "false, 0.25", "true, 0.25"})
    void compressedGradientsReachTheLocalLoss(boolean fp16, double topK) throws Exception {
        DistributeTranspilerConfig config =
                DistributeTranspilerConfig.standard().with(new Compression(fp16, topK));
        reachesLocalLoss(config, Net.fitALine(0.02), lines(240, 10), 0.1);
    }

    /** The margin: a quarter of what there is to learn. */
    @ParameterizedTest
    @MethodSource("modes")
    void mnistConvReachesTheLocalLoss(TrainingMode mode) throws Exception {
        reachesLocalLoss(config(mode), Net.mnistConv(), digits(50, 10), 0.25);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void anUnevenNumberOfBatchesEndsCleanly(TrainingMode mode) throws Exception {
        Net net = Net.fitALine();
        List<Map<String, HostTensor>> batches = net.batches(9, 4, 5);
        List<List<Double>> losses =
                train(config(mode), net, 2, List.of(batches.subList(0, 2), batches, batches.subList(0, 0)));
        assertEquals(List.of(2, 9, 0), losses.stream().map(List::size).toList());
    }

    /** The parameters are fewer than the servers. */
    @Test
    void fiveServersAndFiveTrainersEndCleanly() throws Exception {
        TrainingMode mode = new TrainingMode.BoundedStaleness(1);
        Net net = Net.fitALine();
        List<Map<String, HostTensor>> batches = net.batches(3, 4, 5);
        assertEquals(
                5, train(config(mode), net, 5, Collections.nCopies(5, batches)).size());
    }

    private static DistributeTranspilerConfig config(TrainingMode mode) {
        return DistributeTranspilerConfig.standard().with(mode);
    }

    private static void reachesLocalLoss(
            DistributeTranspilerConfig config, Net net, List<Map<String, HostTensor>> batches, double margin)
            throws Exception {
        List<Double> local = LoopbackJob.local(net, batches);
        List<Map<String, HostTensor>> even = new ArrayList<>();
        List<Map<String, HostTensor>> odd = new ArrayList<>();
        for (int i = 0; i < batches.size(); i++) {
            (i % 2 == 0 ? even : odd).add(batches.get(i));
        }
        List<List<Double>> losses = train(config, net, 2, List.of(even, odd));
        double first = local.getFirst();
        double reached = end(local);
        assertTrue(reached < first / 2, "local training learns: " + first + " to " + reached);
        double end = (end(losses.get(0)) + end(losses.get(1))) / 2;
        assertTrue(end < reached + margin * (first - reached), config + " ends at " + end + ", local at " + reached);
    }

    /** The mean over the last tenth. */
    private static double end(List<Double> losses) {
        return losses.stream()
                .skip(losses.size() * 9L / 10)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
    }

    private static List<List<Double>> train(
            DistributeTranspilerConfig config, Net net, int servers, List<List<Map<String, HostTensor>>> batches)
            throws Exception {
        try (LoopbackJob job =
                new LoopbackJob(net, servers, batches.size()).with(config).startServers()) {
            List<List<Double>> losses = job.train(batches);
            job.awaitServers();
            return losses;
        }
    }

    private List<Map<String, HostTensor>> digits(int count, int size) {
        DigitGenerator.write(folder, count * size, 1, 1);
        List<Map<String, HostTensor>> batches = new ArrayList<>();
        for (List<Sample> samples : Reader.batch(Digits.train(folder).reader(), size)) {
            float[] img = new float[784 * size];
            long[] label = new long[size];
            for (int i = 0; i < size; i++) {
                if (samples.get(i).columns().get(0) instanceof Column.Reals(float[] pixels)
                        && samples.get(i).columns().get(1) instanceof Column.Integers(long[] digit)) {
                    System.arraycopy(pixels, 0, img, 784 * i, 784);
                    label[i] = digit[0];
                }
            }
            batches.add(Map.of(
                    "img", HostTensor.of(Shape.of(size, 1, 28, 28), img),
                    "label", HostTensor.of(Shape.of(size, 1), label)));
        }
        return batches;
    }

    /** y = 3 x_0 - 2 x_12 + 1 and a little noise. */
    static List<Map<String, HostTensor>> lines(int count, int size) {
        Random random = new Random(1);
        return Stream.generate(() -> line(size, random)).limit(count).toList();
    }

    private static Map<String, HostTensor> line(int size, Random random) {
        float[] x = new float[13 * size];
        float[] y = new float[size];
        for (int i = 0; i < x.length; i++) {
            x[i] = (float) random.nextGaussian();
        }
        for (int i = 0; i < size; i++) {
            y[i] = 3 * x[13 * i] - 2 * x[13 * i + 12] + 1 + 0.1f * (float) random.nextGaussian();
        }
        return Map.of("x", HostTensor.of(Shape.of(size, 13), x), "y", HostTensor.of(Shape.of(size, 1), y));
    }
}
