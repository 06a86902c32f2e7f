package jfab.training.train.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jfab.training.train.TrainingProcesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose trainers read train.list by a provider: with the same data, and with data that their owner has split. */
class DataProviderIT {
    private static final String CONFIG = """
            define_py_data_sources2(train_list: 'train.list', test_list: 'test.list', module: 'dataprovider', obj: 'process')
            settings(batch_size: get_config_arg('batch', Integer), learning_rate: 0.001, learning_method: MomentumOptimizer(0))
            def x = data_layer(name: 'x', size: 2)
            def y = data_layer(name: 'y', size: 1)
            outputs(regression_cost(input: fc_layer(input: x, size: 1, act: LinearActivation()), label: y))
            """;
    private static final String PROVIDER = """
            provider('process', input_types: [dense_vector(2), dense_vector(1)]) { settings, file_name, row ->
                new File(file_name).eachLine { line ->
                    def (a, b, y) = line.split(' ')*.toDouble()
                    row([[a, b], y])
                }
            }
            """;

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
    }

    @BeforeEach
    void allSamples() throws IOException {
        workspace("alone", 0, 13);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void trainersWithTheSameListAndFilesShareEachBatch(boolean servers) throws Exception {
        workspace("node0", 0, 13);
        workspace("node1", 0, 13);
        start("alone", "alone", Map.of(), List.of("--config_args=batch=8", "--num_passes=3"));
        job(servers, "batch=4", 3);
        for (int trainer : List.of(0, 1)) {
            assertTrue(
                    printed("trainer" + trainer)
                            .contains(
                                    "data: all 2 trainers have the same train.list and the same files, and share each batch of 8\n"),
                    printed("trainer" + trainer));
        }
        // Batches of 8 and 5, of which the first trainer has 4 and 3.
        assertTrue(printed("trainer0").contains(" Pass=0 Batch=2 samples=7 "), printed("trainer0"));
        assertTrue(printed("trainer1").contains(" Pass=0 Batch=2 samples=6 "), printed("trainer1"));
        assertEquals(costs("alone"), costs("trainer0"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void trainersWithFilesOfTheirOwnTakeThemWholeAndCountBySamples(boolean servers) throws Exception {
        workspace("node0", 0, 3);
        workspace("node1", 3, 13);
        job(servers, "batch=4", 2);
        assertTrue(
                printed("trainer0")
                        .contains(
                                "data: train.list or its files differ between the 2 trainers; this one takes all of its own 3 samples, 1 of the 3 batches of a pass, and counts by samples\n"),
                printed("trainer0"));
        assertTrue(printed("trainer0").contains(" Pass=1 Batch=3 samples=3 "), printed("trainer0"));
        assertTrue(printed("trainer1").contains(" Pass=1 Batch=3 samples=10 "), printed("trainer1"));
    }

    @Test
    void oneStepOnSplitFilesIsThatOfOneProcessOnAllOfThem() throws Exception {
        Process alone = start("whole", "alone", Map.of(), List.of("--config_args=batch=40", "--num_passes=1"));
        finish(alone);
        workspace("node0", 0, 3);
        workspace("node1", 3, 13);
        job(true, "batch=20", 1);
        assertEquals(costs("whole"), costs("trainer0"));
    }

    @Test
    void aPassOfAJobDoesNotTellHowManySamplesAllHaveSeen() throws Exception {
        for (String node : List.of("node0", "node1")) {
            workspace(node, 0, 13);
            Files.writeString(
                    folder.resolve(node).resolve("config.groovy"),
                    CONFIG.replace(
                            "settings(",
                            "settings(learning_rate_schedule: 'poly', learning_rate_decay_a: 0.1, learning_rate_decay_b: 0.5, "));
        }
        job(true, "batch=4", 1);
        Process alone = start(
                "further",
                "node0",
                Map.of(),
                List.of("--config_args=batch=8", "--num_passes=2", "--save_dir=kept", "--start_pass=1"));
        assertTrue(alone.waitFor(120, TimeUnit.SECONDS), this::all);
        assertEquals(2, alone.exitValue(), this::all);
        assertTrue(printed("further").contains("which a saved pass of a job does not tell;"), printed("further"));
    }

    @Test
    void aTrainingThatWasCutOffGoesOnInTheSameOrder() throws Exception {
        workspace("cut", 0, 13);
        Files.writeString(folder.resolve("cut/dataprovider.groovy"), PROVIDER.replace("new File(file_name).each", """
                        def seen = new File('seen')
                        seen << file_name
                        if (seen.text.count('data/a') == 9 && !new File('cut').exists()) {
                            new File('cut').text = 'off'
                            Runtime.runtime.halt(9)
                        }
                        new File(file_name).each"""));
        List<String> flags = List.of("--config_args=batch=8", "--num_passes=12");
        Map<String, String> checkpoints = Map.of("JFAB_CHECKPOINT_DIR", "kept", "JFAB_CHECKPOINT_STEPS", "3");
        Process first = start("first", "cut", checkpoints, flags);
        assertTrue(first.waitFor(120, TimeUnit.SECONDS));
        assertEquals(9, first.exitValue(), printed("first"));
        Process second = start("second", "cut", checkpoints, flags);
        Process whole = start("whole", "alone", Map.of(), flags);
        finish(second);
        finish(whole);
        List<String> expected = costs("whole");
        List<String> rest = costs("second");
        assertTrue(rest.size() < expected.size(), rest + " of " + expected);
        assertEquals(expected.subList(expected.size() - rest.size(), expected.size()), rest);
    }

    private void job(boolean servers, String arguments, int passes) throws Exception {
        String port = port();
        List<String> flags =
                new ArrayList<>(List.of("--config_args=" + arguments, "--num_passes=" + passes, "--save_dir=kept"));
        if (servers) {
            flags.addAll(
                    List.of("--num_gradient_servers=2", "--pservers=127.0.0.1", "--port=" + port, "--ports_num=1"));
            List<String> served = new ArrayList<>(flags);
            served.addFirst("pserver");
            start("server", "node0", Map.of(), served);
            flags.add("--local=0");
        }
        String endpoints = "127.0.0.1:" + port + ",127.0.0.1:" + port();
        for (int trainer : List.of(0, 1)) {
            List<String> own = new ArrayList<>(flags);
            if (servers) {
                own.add("--trainer_id=" + trainer);
            }
            start(
                    "trainer" + trainer,
                    "node" + trainer,
                    servers
                            ? Map.of()
                            : Map.of(
                                    "PADDLE_TRAINING_ROLE",
                                    "TRAINER",
                                    "PADDLE_TRAINER_ENDPOINTS",
                                    endpoints,
                                    "PADDLE_TRAINER_ID",
                                    Integer.toString(trainer),
                                    "PADDLE_TRAINERS_NUM",
                                    "2"),
                    own);
        }
        for (Process process : processes) {
            finish(process);
        }
    }

    private void finish(Process process) throws Exception {
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> "still running:\n" + all());
        assertEquals(0, process.exitValue(), this::all);
    }

    /** A folder as a host has it, with the rows from {@code first} to {@code last} in two files. */
    private void workspace(String name, int first, int last) throws IOException {
        Path data = Files.createDirectories(folder.resolve(name).resolve("data"));
        int middle = (first + last) / 2;
        Files.writeString(data.resolve("a"), rows(first, middle));
        Files.writeString(data.resolve("b"), rows(middle, last));
        Files.writeString(data.resolve("c"), rows(0, 13));
        Files.writeString(folder.resolve(name).resolve("train.list"), "data/a\ndata/b\n");
        Files.writeString(folder.resolve(name).resolve("test.list"), "data/c\n");
        Files.writeString(folder.resolve(name).resolve("config.groovy"), CONFIG);
        Files.writeString(folder.resolve(name).resolve("dataprovider.groovy"), PROVIDER);
    }

    private static String rows(int first, int last) {
        return IntStream.range(first, last)
                .mapToObj(i -> i % 5 + " " + i % 3 + " " + (i % 5 * 2 - i % 3))
                .collect(Collectors.joining("\n"));
    }

    private Process start(String name, String node, Map<String, String> environment, List<String> flags)
            throws IOException {
        List<String> line = TrainingProcesses.engine();
        boolean serving = flags.getFirst().equals("pserver");
        line.add(serving ? "pserver" : "train");
        line.add("--config=config.groovy");
        line.addAll(serving ? flags.subList(1, flags.size()) : flags);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.resolve(node).toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment().put("OMP_NUM_THREADS", "1");
        builder.environment().putAll(environment);
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private static String port() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[4]))) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    /** What each test has shown, to four digits. */
    private List<String> costs(String name) throws IOException {
        Matcher costs = Pattern.compile(" Test samples=13 cost=(\\S+)").matcher(printed(name));
        List<String> all = new ArrayList<>();
        while (costs.find()) {
            all.add("%.4f".formatted(Double.parseDouble(costs.group(1))));
        }
        assertTrue(!all.isEmpty(), printed(name));
        return all;
    }

    private String printed(String name) throws IOException {
        return Files.readString(folder.resolve(name + ".log"));
    }

    private String all() {
        return List.of("server", "trainer0", "trainer1", "alone", "first", "second").stream()
                .filter(name -> Files.exists(folder.resolve(name + ".log")))
                .map(name -> {
                    try {
                        return name + ":\n" + printed(name);
                    } catch (IOException e) {
                        return name + ": " + e;
                    }
                })
                .collect(Collectors.joining("\n"));
    }
}
