package jfab.training.train.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jfab.training.train.TrainingProcesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command lines of documents 000 and 001, as processes. */
class ConfigJobIT {
    private static final Path EXAMPLE =
            Path.of("examples/fit_a_line_config.groovy").toAbsolutePath();
    private static final Pattern GLOG = Pattern.compile(
            "I\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{6} \\d+ \\S+]  Pass=1 Batch=\\d+ samples=\\d+ AvgCost=\\S+ Eval: ");

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
    }

    @Test
    void aJobOfOneServerAndTwoTrainersByFlagsTrainsAndSavesOnTheFirst() throws Exception {
        houses();
        String port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[4]))) {
            port = Integer.toString(socket.getLocalPort());
        }
        List<String> shared = List.of(
                "--config=" + EXAMPLE,
                "--num_gradient_servers=2",
                "--pservers=127.0.0.1",
                "--port=" + port,
                "--ports_num=1",
                "--comment=paddle_process_by_paddle");
        Process server = start("server", "pserver", shared);
        List<String> training = new ArrayList<>(shared);
        training.addAll(List.of(
                "--num_passes=2",
                "--local=0",
                "--log_period=5",
                "--saving_period=1",
                "--save_dir=./output",
                "--use_gpu=0"));
        Process first = start("trainer0", "train", training);
        training.add("--trainer_id=1");
        Process second = start("trainer1", "train", training);
        for (Process process : List.of(server, first, second)) {
            assertTrue(process.waitFor(90, TimeUnit.SECONDS), "still running");
            assertEquals(0, process.exitValue(), printed("server") + printed("trainer0") + printed("trainer1"));
        }
        assertTrue(printed("server").contains("Server listening on 127.0.0.1:" + port), printed("server"));
        assertTrue(printed("trainer0").contains(".....\n Batch=5 samples=10 AvgCost="), printed("trainer0"));
        assertTrue(printed("trainer0").contains("Saving parameters to ./output/pass-00001"), printed("trainer0"));
        assertFalse(printed("trainer1").contains("Saving"), printed("trainer1"));
        for (String trainer : List.of("trainer0", "trainer1")) {
            assertTrue(
                    printed(trainer)
                            .contains(
                                    "data: train_list is a reader, which the 2 trainers do not share; this one takes all of its samples, in an order of its own\n"),
                    printed(trainer));
        }
        assertTrue(Files.exists(folder.resolve("output/pass-00001/model.safetensors")));
        List<String> log = Files.readAllLines(folder.resolve("trainer0-log/paddle_trainer.INFO"));
        assertEquals(
                1, log.stream().filter(line -> GLOG.matcher(line).matches()).count(), log.toString());
    }

    @Test
    void aServerWithoutConfigurationAndAnUnknownFlagEndWithTwo() throws Exception {
        Process server = start("server", "pserver", List.of("--num_gradient_servers=1", "--port=7164"));
        Process trainer = start("trainer", "train", List.of("--config=x", "--num_pases=3"));
        assertTrue(server.waitFor(60, TimeUnit.SECONDS) && trainer.waitFor(60, TimeUnit.SECONDS));
        assertEquals(List.of(2, 2), List.of(server.exitValue(), trainer.exitValue()));
        String said = printed("server");
        assertTrue(
                said.endsWith("\n--config is missing: a server needs the configuration that the trainers have\n"),
                said);
        assertEquals("unknown flag --num_pases; did you mean 'num_passes'?\n", printed("trainer"));
    }

    private Process start(String name, String command, List<String> flags) throws IOException {
        List<String> line = TrainingProcesses.engine();
        line.add(command);
        line.addAll(flags);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name).toFile());
        builder.environment().put("OMP_NUM_THREADS", "1");
        builder.environment().put("GLOG_log_dir", name + "-log");
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private String printed(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    /** Where the example looks for them: 26 rows, of which 20 are for training. */
    private void houses() throws IOException {
        Files.writeString(
                folder.resolve("housing.data"),
                IntStream.range(0, 26)
                        .mapToObj(row -> IntStream.range(0, 14)
                                .mapToObj(column -> Integer.toString((row * 7 + column * column) % 23))
                                .collect(Collectors.joining(" ")))
                        .collect(Collectors.joining("\n")));
    }
}
