package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jfab.digits.DigitGenerator;
import jfab.training.data.cifar.PictureGenerator;
import jfab.training.data.movielens.RatingGenerator;
import jfab.training.engine.HostTensor;
import jfab.training.program.transpile.SampleMeans;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every example, with its own network and the samples that it feeds itself, takes the steps of one process that trains alone, on
 * any number of servers and trainers.
 *
 * <p>{@code batch_norm} and {@code dropout} go by the trainer: each has the statistics of its own samples and draws its own
 * masks. Networks that have them equal one process that takes the shares in turn, with statistics and masks for each, and
 * optimizes once with the mean of the gradients; the others equal the process that takes whole batches. A configuration of the first
 * version equals the same one whose batches are those of all trainers together.
 */
class ExampleJobIT {
    private static final int STEPS = 10;

    private static final int[] SERVERS = {1, 2, 4};

    @TempDir
    static Path data;

    @BeforeAll
    static void makeData() throws Exception {
        Random random = new Random(5);
        Files.writeString(
                data.resolve("housing.data"),
                IntStream.range(0, 100)
                        .mapToObj(_ -> random.doubles(14)
                                .mapToObj(Double::toString)
                                .collect(Collectors.joining(" ", "", "\n")))
                        .collect(Collectors.joining()));
        DigitGenerator.write(data, 100, 1, 1);
        PictureGenerator.write(data, 100, 1, 1);
        RatingGenerator.write(data, 20, 20, 100, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "fit_a_line, 1", "fit_a_line, 2", "fit_a_line, 3",
        "fit_a_line_trainer, 1", "fit_a_line_trainer, 2", "fit_a_line_trainer, 3",
        "recommender, 1", "recommender, 2", "recommender, 3",
        "recommender --is_sparse 0, 1", "recommender --is_sparse 0, 2", "recommender --is_sparse 0, 3",
        "fit_a_line_config, 1", "fit_a_line_config, 2", "fit_a_line_config, 3",
        "'recommender_config ,width=16', 1", "'recommender_config ,width=16', 2", "'recommender_config ,width=16', 3"
    })
    void equalsOneProcessOnWholeBatches(String words, int trainers) throws Exception {
        Example example = Example.of(words, data);
        List<ExampleRun> runs = runs(example, trainers);
        Example.Alone alone = example.alone(runs);
        List<Double> local = LoopbackJob.local(alone.net(), alone.batches());
        assertNotEquals(local.getFirst(), local.getLast(), 1e-3, "the parameters have moved");
        for (int servers : SERVERS) {
            List<List<Double>> losses = train(servers, runs);
            for (int step = 0; step < STEPS; step++) {
                double sum = 0;
                for (int trainer = 0; trainer < trainers; trainer++) {
                    sum += losses.get(trainer).get(step)
                            * samples(runs.get(trainer).batches().get(step));
                }
                double mean = sum / samples(alone.batches().get(step));
                // Of losses above ten a millionth, which float32 keeps in 8 to 16 steps; sums of other batches round
                // differently.
                assertEquals(
                        local.get(step),
                        mean,
                        Math.max(1e-5, 1e-6 * local.get(step)),
                        servers + " servers, step " + step);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "mnist_conv, 1",
        "mnist_conv, 2",
        "mnist_conv, 3",
        "vgg16 --filters 4, 1",
        "vgg16 --filters 4, 2",
        "vgg16 --filters 4, 3",
        "vgg16 --filters 4 --small_vgg 1, 2",
        "mnist_config, 1",
        "mnist_config, 2",
        "mnist_config, 3",
        "'vgg_16_cifar_config ,filters=4', 1",
        "'vgg_16_cifar_config ,filters=4', 2",
        "'vgg_16_cifar_config ,filters=4', 3"
    })
    void equalsOneProcessThatTakesTheSharesInTurn(String words, int trainers) throws Exception {
        Example example = Example.of(words, data);
        List<ExampleRun> runs = runs(example, trainers);
        List<List<Double>> expected = new AveragedSteps(example.alone(runs).net())
                .train(runs.stream().map(ExampleRun::batches).toList());
        for (int servers : SERVERS) {
            List<List<Double>> losses = train(servers, runs);
            for (int trainer = 0; trainer < trainers; trainer++) {
                for (int step = 0; step < STEPS; step++) {
                    assertEquals(
                            expected.get(trainer).get(step),
                            losses.get(trainer).get(step),
                            1e-5,
                            servers + " servers, trainer " + trainer + ", step " + step);
                }
            }
        }
    }

    private static List<ExampleRun> runs(Example example, int trainers) {
        List<ExampleRun> runs = IntStream.range(0, trainers)
                .mapToObj(trainer -> example.run(trainer, trainers, STEPS))
                .toList();
        assertEquals(List.of(), SampleMeans.missing(runs.getFirst().net().program()), "nobody is warned");
        return runs;
    }

    private static List<List<Double>> train(int servers, List<ExampleRun> runs) throws Exception {
        try (LoopbackJob job = new LoopbackJob(runs.getFirst().net(), servers, runs.size()).startServers()) {
            List<List<Double>> losses =
                    job.train(runs.stream().map(ExampleRun::batches).toList());
            job.awaitServers();
            return losses;
        }
    }

    private static long samples(Map<String, HostTensor> batch) {
        for (String label : List.of("y", "score")) {
            HostTensor fed = batch.get(label);
            if (fed != null) {
                return fed.shape().dimension(0);
            }
        }
        throw new AssertionError("no label in " + batch.keySet());
    }
}
