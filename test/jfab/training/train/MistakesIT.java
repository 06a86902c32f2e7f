package jfab.training.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.digits.DigitGenerator;
import jfab.role.ExitCode;
import jfab.training.train.TrainingProcesses.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong in one process is one sentence and an exit code that is not 0. */
class MistakesIT {
    @TempDir
    Path folder;

    @Test
    void aLabelThatIsNoClassOfTheNetworkIsNamedWithTheLineThatTrains() throws Exception {
        DigitGenerator.write(folder.resolve("digits"), 30, 1, 1);
        Path script = Files.writeString(folder.resolve("label.groovy"), """
                def img = data(name: 'img', shape: [1, 28, 28], dtype: 'float32')
                def label = data(name: 'label', shape: [1], dtype: 'int64')
                def cost = mean(cross_entropy(input: fc(input: img, size: 3, act: 'softmax'), label: label))
                SGD(learning_rate: 0.1).minimize(cost)
                def exe = Executor(CPUPlace())
                exe.run(default_startup_program())
                def feeder = DataFeeder(feed_list: [img, label], place: CPUPlace())
                for (samples in batch(mnist_train('digits'), 30)) {
                    exe.run(default_main_program(), feed: feeder.feed(samples), fetch_list: [cost])
                }
                """);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            isOneLine(
                    2,
                    processes.start("label", Map.of(), script, List.of()),
                    "\\S+label.groovy:9: 'label' holds [3-9] at place \\d+ of its batch, from 0, and 'fc_0.softmax' takes 0 to 2");
        }
    }

    @Test
    void aLossThatIsNoNumberIsNamedWithItsStep() throws Exception {
        Path script = Files.writeString(folder.resolve("loss.groovy"), """
                def x = data(name: 'x', shape: [13], dtype: 'float32')
                def y = data(name: 'y', shape: [1], dtype: 'float32')
                def cost = mean(square_error_cost(input: fc(input: x, size: 1, act: null), label: y))
                SGD(learning_rate: 1e30).minimize(cost)
                def exe = Executor(CPUPlace())
                exe.run(default_startup_program())
                def feeder = DataFeeder(feed_list: [x, y], place: CPUPlace())
                for (samples in batch(uci_housing_train('%s'), 4)) {
                    exe.run(default_main_program(), feed: feeder.feed(samples), fetch_list: [cost])
                }
                """.formatted(HousingFile.write(folder, 52)));
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            isOneLine(
                    1,
                    processes.start("loss", Map.of(), script, List.of()),
                    "\\S+loss.groovy:9: the loss 'mean_0.tmp_0' is (NaN|Infinity) in training step 2 of this process; no parameter has changed in it");
        }
    }

    /** The root has no gradient at 0: the loss is finite, and what learns from it is not. */
    @Test
    void parametersThatAreNoNumbersAreInNoCheckpointAndAModelWithThemIsSavedWithASentence() throws Exception {
        Path script = Files.writeString(folder.resolve("root.groovy"), """
                def x = data(name: 'x', shape: [1], dtype: 'float32')
                def cost = mean(sqrt(fc(input: x, size: 1, param_attr: ParamAttr(name: 'w', initializer: Constant(0)), bias_attr: false)))
                SGD(learning_rate: 0.1).minimize(cost)
                def exe = Executor(CPUPlace())
                exe.run(default_startup_program())
                def feeder = DataFeeder(feed_list: [x], place: CPUPlace())
                println exe.run(default_main_program(), feed: feeder.feed([[[1]], [[2]]]), fetch_list: [cost])[0].mean()
                save_persistables(exe, 'saved')
                """);
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Running run = processes.start(
                    "root",
                    Map.of("JFAB_CHECKPOINT_DIR", folder.resolve("kept").toString(), "JFAB_CHECKPOINT_STEPS", "1"),
                    script,
                    List.of());
            assertEquals(0, run.exit(), run.output());
            List<String> lines = run.output().lines().sorted().toList();
            assertEquals(3, lines.size(), run.output());
            assertEquals(
                    List.of(
                            folder.resolve("kept/checkpoint_1")
                                    + ": is not written, since 'w' is NaN or infinite; training goes on without this checkpoint",
                            "0.0",
                            "saved is saved with values that are NaN or infinite, in w"),
                    lines);
            assertFalse(Files.exists(folder.resolve("kept/checkpoint_1/_SUCCESS")));
        }
    }

    @Test
    void whatIsForTrainingAloneEndsATrainerOfAJobWithTheCodeThatIsNotStartedAgain() throws Exception {
        Path script = Files.writeString(
                folder.resolve("load.groovy"), "def exe = Executor(CPUPlace())\nload_safetensors('x', exe)\n");
        String address = "127.0.0.1:" + TrainingProcesses.freePort();
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            processes.start(
                    "server",
                    Map.of(),
                    Path.of("examples/fit_a_line.groovy"),
                    with(
                            List.of("pserver", address, address, "0", "1"),
                            List.of("--data", HousingFile.write(folder, 52).toString())));
            Running trainer =
                    processes.start("trainer", Map.of(), script, List.of("trainer", address, address, "0", "1"));
            assertEquals(ExitCode.USAGE, trainer.exit(), trainer.output());
            assertTrue(
                    trainer.output().contains("load.groovy:2: load_safetensors works in local training only"),
                    trainer.output());
        }
    }

    @Test
    void aScriptThatIsWrongInItselfEndsWithTheCodeThatIsNotStartedAgain() throws Exception {
        Map<String, String> mistakes = Map.of(
                "fc_layer(x)\n", "2: no word 'fc_layer' takes ",
                "fc(x, 1, 2, 3)\n", "2: 'fc' does not take ",
                "mean(\n", "3: Unexpected input",
                "fc(input: x, size: 0)\n", "2: fc needs an input or more and a size of 1 or more",
                "Executor(CPUPlace()).run(default_main_program(), feed: [:], fetch_list: [x])\n",
                        "2: variable 'x' was ",
                "DataFeeder(feed_list: [x], place: CPUPlace()).feed([[[1, 2]]])\n",
                        "2: row 0 of the batch: 'x' takes 13 ",
                "csv('table.csv', columns: [x: 'c']).collect { it }\n", "table.csv: there is no column 'c'");
        Files.writeString(folder.resolve("table.csv"), "a,b\n1,2\n");
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            Map<String, Running> started = new HashMap<>();
            for (String line : mistakes.keySet()) {
                Path script = Files.writeString(
                        folder.resolve("mistake" + started.size() + ".groovy"),
                        "def x = data(name: 'x', shape: [13], dtype: 'float32')\n" + line);
                started.put(line, processes.start("m" + started.size(), Map.of(), script, List.of()));
            }
            for (var each : started.entrySet()) {
                Running run = each.getValue();
                assertEquals(ExitCode.USAGE, run.exit(), run.output());
                assertTrue(run.output().contains(mistakes.get(each.getKey())), run.output());
            }
        }
    }

    /** Something listens there, takes the connection and says nothing; or nobody calls. */
    @Test
    void whoNeverAnswersIsNamed() throws Exception {
        Path script = Path.of("examples/fit_a_line.groovy");
        List<String> data = List.of("--data", HousingFile.write(folder, 52).toString());
        Map<String, String> limit = Map.of("JFAB_JOIN_TIMEOUT", "2");
        String lonely = "127.0.0.1:" + TrainingProcesses.freePort();
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
                TrainingProcesses processes = new TrainingProcesses(folder)) {
            String mute = "127.0.0.1:" + silent.getLocalPort();
            Running trainer =
                    processes.start("trainer", limit, script, with(List.of("trainer", mute, mute, "0", "1"), data));
            Running server =
                    processes.start("server", limit, script, with(List.of("pserver", lonely, lonely, "0", "2"), data));
            String sentence = "parameter server " + mute + " to listen";
            assertEquals(1, trainer.exit(), trainer.output());
            assertTrue(trainer.output().endsWith("waited 2 s for " + sentence + "\n"), trainer.output());
            assertEquals(1, server.exit(), server.output());
            assertTrue(server.output().endsWith("waited 2 s for trainers 0, 1 of 2 to join\n"), server.output());
        }
    }

    private static List<String> with(List<String> role, List<String> flags) {
        return java.util.stream.Stream.concat(role.stream(), flags.stream()).toList();
    }

    @Test
    void helpIsNoMistake() throws Exception {
        try (TrainingProcesses processes = new TrainingProcesses(folder)) {
            for (String word : List.of("--help", "-h", "pserver --help")) {
                Running running = processes.start("help", Map.of(), List.of(word.split(" ", -1)));
                assertEquals(0, running.exit(), running.output());
                assertTrue(running.output().startsWith("usage: train SCRIPT "), running.output());
                assertTrue(running.output().contains("\n  --num_passes=100 "), running.output());
            }
        }
    }

    private static void isOneLine(int code, Running run, String sentence) throws Exception {
        assertEquals(code, run.exit(), run.output());
        assertTrue(run.output().matches(sentence + "\n"), run.output());
    }
}
