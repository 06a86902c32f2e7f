package jfab.training.train.v1;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The first version's SGD with momentum in plain arithmetic: a line {@code p = a x + b z + c} is fitted, from zeros, to the samples that
 * {@link #row} gives; gradients of {@code (p - y)²} are added up over whatever samples a step has.
 *
 * @param rate the learning rate, of a sum
 * @param momentum the share of the velocity that stays
 * @param decay of L2 regularization, added to the clipped sum
 * @param clip no element of a sum is further from 0
 */
record SummedGradients(double rate, double momentum, double decay, double clip) {
    private static final String NET = """
            define_py_data_sources2(train_list: get_config_arg('list', String, 'train.list'), module: 'dataprovider', obj: 'process')
            def x = data_layer(name: 'x', size: 2)
            def y = data_layer(name: 'y', size: 1)
            outputs(regression_cost(input: fc_layer(input: x, size: 1, act: LinearActivation()), label: y))
            """;
    private static final String PROVIDER = """
            provider('process', input_types: [dense_vector(2), dense_vector(1)], should_shuffle: false) { settings, file_name ->
                new File(file_name).readLines().collect { line ->
                    def (a, b, y) = line.split(' ')*.toDouble()
                    [[a, b], [y]]
                }
            }
            """;

    /** {@code x}, {@code z} and {@code y} of a sample. */
    static double[] row(int sample) {
        double x = sample % 5 - 1.5;
        double z = sample % 3 - 1;
        return new double[] {x, z, 2 * x - z + 3 + sample % 2};
    }

    /**
     * Fills {@code folder} as a host has it, whose processes run in it: {@code config.groovy}, its data, and in {@code empty} a model without
     * parameters, with which all begin at 0.
     */
    static void workspace(Path folder, String settings, List<Integer> samples) throws IOException {
        Path model = Files.createDirectories(folder.resolve("empty")).resolve("model.safetensors");
        Files.write(model, "\2\0\0\0\0\0\0\0{}".getBytes(StandardCharsets.ISO_8859_1));
        Files.writeString(
                folder.resolve("rows"),
                samples.stream()
                        .map(sample -> Arrays.stream(row(sample))
                                .mapToObj(Double::toString)
                                .collect(Collectors.joining(" ")))
                        .collect(Collectors.joining("\n")));
        Files.writeString(folder.resolve("train.list"), "rows\n");
        Files.writeString(folder.resolve("dataprovider.groovy"), PROVIDER);
        Files.writeString(folder.resolve("config.groovy"), settings + NET);
    }

    /** As many samples, one batch after the other, in their order. */
    static List<int[]> batches(int samples, int size) {
        return IntStream.range(0, Math.ceilDiv(samples, size))
                .mapToObj(batch -> IntStream.range(batch * size, Math.min((batch + 1) * size, samples))
                        .toArray())
                .toList();
    }

    /** The word {@code settings} that says the same. */
    String settings(int batchSize) {
        return "settings(batch_size: " + batchSize + ", learning_rate: " + rate
                + ", learning_method: MomentumOptimizer(" + momentum + "), regularization: L2Regularization(" + decay
                + "), gradient_clipping_threshold: " + clip + ")\n";
    }

    /**
     * {@code a}, {@code b} and {@code c} afterwards.
     *
     * @param steps of a pass: the samples of each, on all trainers
     */
    double[] after(int passes, List<int[]> steps) {
        double[] line = new double[3];
        double[] velocity = new double[3];
        for (int pass = 0; pass < passes; pass++) {
            for (int[] step : steps) {
                double[] gradient = sum(line, step);
                for (int i = 0; i < line.length; i++) {
                    double clipped = Math.clamp(gradient[i], -clip, clip);
                    velocity[i] = momentum * velocity[i] + clipped + decay * line[i];
                    line[i] -= rate * velocity[i];
                }
            }
        }
        return line;
    }

    private static double[] sum(double[] line, int[] samples) {
        double[] sum = new double[3];
        for (int sample : samples) {
            double[] row = row(sample);
            double off = line[0] * row[0] + line[1] * row[1] + line[2] - row[2];
            sum[0] += 2 * off * row[0];
            sum[1] += 2 * off * row[1];
            sum[2] += 2 * off;
        }
        return sum;
    }
}
