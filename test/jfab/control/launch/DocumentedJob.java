package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import groovy.json.JsonSlurper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What documents 000 and 001 say that a job leaves in its directory on the host of that index. */
record DocumentedJob(Path directory, int index, int hosts, int passes) {
    /** What glog writes before a line. */
    private static final Pattern GLOG = Pattern.compile("I\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{6} +\\d+ \\S+] (.*)");

    private static final String NUMBER = "-?\\d+(\\.\\d+)?(e[+-]?\\d+)?";

    /** "{@code nodefile} in workspace indicates the node id of current cluster job", "each node owns same log structure". */
    void assertIndexed() throws IOException {
        assertTrue(directory.getFileName().toString().matches("JOB\\d{14}"), directory::toString);
        assertEquals(index + "\n", text("nodefile"));
        assertEquals(List.of("paddle_pserver2.INFO", "paddle_trainer.INFO", "server.log", "train.log"), names("log"));
        assertEquals(List.of("data", "log", "metrics", "nodefile", "output", "trainer_config.groovy"), visible());
    }

    /** "{@code server.log} provides stderr and stdout of pserver process", "{@code paddle_pserver2.INFO} pserver running log". */
    void assertServed() throws IOException {
        String listening = "Server listening on 127\\.0\\.0\\." + (index + 1) + ":\\d+";
        assertOnce(listening, lines("log/server.log"));
        List<String> told = told("log/paddle_pserver2.INFO");
        assertOnce(listening, told);
        String servers = IntStream.rangeClosed(1, hosts)
                .mapToObj(host -> "127\\.0\\.0\\." + host + ":\\d+")
                .collect(Collectors.joining(","));
        assertOnce(
                "commandline: --num_gradient_servers=" + hosts + " --port=\\d+ --ports_num_for_sparse=2"
                        + " --pservers=" + servers + " .*",
                told);
        // Every trainer came to the first one, and said when it was done.
        for (int trainer = 0; index == 0 && trainer < hosts; trainer++) {
            assertOnce("trainer " + trainer + ": \\d+ gradients, .*", told);
        }
    }

    /** "{@code paddle_trainer.INFO}: almost all internal output log for training, same as local training. Check convergence here." */
    void assertTrained() throws IOException {
        List<String> expected = new ArrayList<>(List.of("trainer mode: Normal", "Init parameters done\\."));
        for (int pass = 0; pass < passes; pass++) {
            expected.add(" Pass=" + pass + " Batch=\\d+ samples=\\d+ AvgCost=" + NUMBER + " Eval: .*");
            if (index == 0) {
                expected.add(" Test samples=\\d+ cost=" + NUMBER + " Eval: .*");
                expected.add("Saving parameters to \\./output/pass-%05d".formatted(pass));
            }
        }
        List<String> words = List.of("trainer mode", "Init parameters", " Pass=", " Test ", "Saving ");
        for (List<String> log : List.of(lines("log/train.log"), told("log/paddle_trainer.INFO"))) {
            List<String> found = log.stream()
                    .filter(line -> words.stream().anyMatch(line::startsWith))
                    .toList();
            assertEquals(expected.size(), found.size(), log::toString);
            for (int i = 0; i < found.size(); i++) {
                assertTrue(found.get(i).matches(expected.get(i)), found.get(i) + " is not " + expected.get(i));
            }
        }
        assertOnce(
                "commandline: .* --dot_period=10 --log_period=50 --num_passes=" + passes
                        + " --trainer_count=4 --saving_period=1 --local=0 --config=\\./trainer_config\\.groovy"
                        + " --config_args=data=\\S+ --save_dir=\\./output --use_gpu=0 --trainer_id=" + index,
                told("log/paddle_trainer.INFO"));
    }

    /** "After one pass finished, model files will be written in {@code output} directory in node 0." */
    void assertSaved() throws IOException {
        List<String> saved = IntStream.range(0, index == 0 ? passes : 0)
                .mapToObj("pass-%05d"::formatted)
                .toList();
        assertEquals(saved, names("output"));
        for (String pass : saved) {
            Path model = directory.resolve("output").resolve(pass).resolve("model.safetensors");
            Map<?, ?> parameters = parameters(Files.readAllBytes(model));
            TreeSet<String> layers = new TreeSet<>();
            parameters.keySet().forEach(name -> layers.add(name.toString().replaceFirst("_\\d+\\..*", "")));
            assertTrue(layers.contains("fc") && parameters.containsKey("fc_1.b_0"), layers::toString);
        }
    }

    /** The header of a file of tensors, which must be as long as it says. */
    private static Map<?, ?> parameters(byte[] file) {
        int header = (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong();
        Map<?, ?> entries =
                (Map<?, ?>) new JsonSlurper().parseText(new String(file, 8, header, StandardCharsets.UTF_8));
        int end = entries.values().stream()
                .map(entry -> (List<?>) ((Map<?, ?>) entry).get("data_offsets"))
                .mapToInt(offsets -> ((Number) offsets.getLast()).intValue())
                .max()
                .orElseThrow();
        assertEquals(8 + header + end, file.length);
        return entries;
    }

    private static void assertOnce(String pattern, List<String> lines) {
        assertEquals(
                1,
                lines.stream().filter(line -> line.matches(pattern)).count(),
                () -> pattern + " in\n" + String.join("\n", lines));
    }

    /** A file of glog's without what it writes before each line. */
    private List<String> told(String file) throws IOException {
        return lines(file).stream()
                .map(GLOG::matcher)
                .peek(line -> assertTrue(line.matches(), () -> file + ": " + line))
                .map(line -> line.group(1))
                .toList();
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(directory.resolve(file));
    }

    private String text(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    private List<String> visible() throws IOException {
        return names(".").stream().filter(name -> !name.startsWith(".")).toList();
    }

    private List<String> names(String folder) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(folder))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
