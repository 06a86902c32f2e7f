package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jfab.digits.DigitGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples as processes that train alone, on generated data. */
class ExamplesIT {
    private static final Pattern BATCH = Pattern.compile("PassID (\\d+), BatchID (\\d{4}), Loss \\S+, Acc \\S+");

    @TempDir
    Path folder;

    @Test
    void digitsAreLearnedInOnePassAndSaved() throws Exception {
        DigitGenerator.write(folder.resolve("data"), 5000, 500, 3);
        Run run = train("mnist_conv.groovy", "--data", "data", "--save_dir=model");

        assertEquals(0, run.exit(), run.err());
        List<String> batches = run.lines(BATCH);
        assertEquals(7, batches.size(), run.out());
        assertTrue(batches.getFirst().startsWith("PassID 0, BatchID 0010, Loss "), run.out());
        Matcher test = Pattern.compile("Test with Pass 0, Loss \\d\\.\\d{4}, Acc (\\d\\.\\d{4})")
                .matcher(run.out());
        assertTrue(test.find(), run.out());
        assertTrue(Double.parseDouble(test.group(1)) > 0.9, run.out());
        assertTrue(Files.size(folder.resolve("model/pass-00000/model.safetensors")) > 33_620 * 4);

        List<String> log = Files.readAllLines(folder.resolve("log/paddle_trainer.INFO"));
        Pattern glog = Pattern.compile("[IE]\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{6} \\d+ TrainMain] .*");
        assertTrue(log.stream().allMatch(line -> glog.matcher(line).matches()), log.toString());
        assertTrue(log.stream().anyMatch(line -> line.endsWith(batches.getFirst())), log.toString());
        assertTrue(log.getLast().endsWith("] end"), log.toString());
    }

    @Test
    void aLineIsFitted() throws Exception {
        Files.writeString(folder.resolve("housing.data"), houses(506));
        Run run = train("fit_a_line.groovy", "--passes", "40", "--batch_size", "20");

        assertEquals(0, run.exit(), run.err());
        assertEquals(1, run.lines(Pattern.compile("step 10, loss: \\[.*")).size(), run.out());
        double first = number(run, "pass 0, step 0, loss: \\[(.*)]");
        double last = number(run, "Test loss: \\[(.*)]");
        assertTrue(first > 300 && last < 100, first + " to " + last);
        assertTrue(Files.exists(folder.resolve("output/pass-00039/model.safetensors")));
        try (var compiled = Files.list(folder.resolve("cache/jfab/scripts"))) {
            assertEquals(1, compiled.count(), "the script is compiled once for all processes of a host");
        }
    }

    @Test
    void missingDigitsAreOneLineAndNoStackTrace() throws Exception {
        Run run = train("mnist_conv.groovy", "--data", "nowhere");
        assertEquals(1, run.exit());
        assertEquals(
                folder.toRealPath().resolve("nowhere")
                        + ": has neither train-images-idx3-ubyte.gz nor train-images-idx3-ubyte;"
                        + " the folder of the four MNIST files is needed\n",
                run.err());
    }

    @Test
    void wrongFlagsEndWithTwo() throws Exception {
        Run run = train("mnist_conv.groovy", "--passes", "many");
        assertEquals(2, run.exit());
        assertEquals("--passes takes a whole number, as its default is, not 'many'\n", run.err());
    }

    @Test
    void sigtermEndsAfterTheStepWithACheckpoint() throws Exception {
        DigitGenerator.write(folder.resolve("data"), 1300, 300, 3);
        Process process = start("mnist_conv.groovy", "--data", "data", "--passes", "1000");
        try {
            // The first metric line says that training is under way.
            try (var out = process.inputReader()) {
                String line = out.readLine();
                assertTrue(line != null && BATCH.matcher(line).matches(), line);
                process.toHandle().destroy();
                out.transferTo(java.io.Writer.nullWriter());
            }
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
            assertEquals(143, process.exitValue());
            assertTrue(Files.exists(folder.resolve("output/stopped/model.safetensors")));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    record Run(int exit, String out, String err) {
        List<String> lines(Pattern pattern) {
            return out.lines().filter(line -> pattern.matcher(line).matches()).toList();
        }
    }

    private Run train(String script, String... flags) throws Exception {
        Process process = start(script, flags);
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), "still running");
            return new Run(process.exitValue(), read("out"), read("err"));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private Process start(String script, String... flags) throws IOException {
        List<String> command = TrainingProcesses.engine();
        command.add(Path.of("examples", script).toAbsolutePath().toString());
        command.addAll(List.of(flags));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("GLOG_log_dir", "log");
        builder.environment().put("OMP_NUM_THREADS", "1");
        if (script.equals("fit_a_line.groovy")) {
            builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        }
        builder.redirectError(file("err"));
        if (!List.of(flags).contains("1000")) {
            builder.redirectOutput(file("out"));
        }
        return builder.start();
    }

    private File file(String name) {
        return folder.resolve(name).toFile();
    }

    private String read(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private static double number(Run run, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(run.out());
        assertTrue(matcher.find(), run.out());
        return Double.parseDouble(matcher.group(1));
    }

    /** Prices near 22 that follow from the features, in the format of UCI's file. */
    private static String houses(int count) {
        Random random = new Random(5);
        return IntStream.range(0, count)
                .mapToObj(_ -> {
                    double[] features = random.doubles(13).toArray();
                    double price = 22 + 10 * (features[5] - features[12]) + random.nextGaussian();
                    return IntStream.range(0, 13)
                                    .mapToObj(i -> String.format(" %8.4f", features[i] * (i + 1)))
                                    .collect(Collectors.joining())
                            + String.format(" %6.2f%n", price);
                })
                .collect(Collectors.joining());
    }
}
